import { expect, it } from 'vitest'
import { anthropicMessages } from '../../../fakes/model/wire/anthropic-messages.ts'
import { chatCompletions } from '../../../fakes/model/wire/chat-completions.ts'
import { gemini } from '../../../fakes/model/wire/gemini.ts'
import { openaiResponses } from '../../../fakes/model/wire/openai-responses.ts'
import type { WireFormat } from '../../../fakes/model/wire/wire-format.ts'
import {
  answerWith,
  anthropicStream,
  chatCall,
  chatStream,
  geminiStream,
  raw,
  responsesStream,
} from '../../../support/action/raw-answers.ts'

const nested = (levels: number, open: string, close: string) =>
  `{"path":"hello.txt","lines":${open.repeat(levels)}1${close.repeat(levels)}}`

const GEMINI_CALL = {
  functionCall: { id: 'call_0_0', name: 'read', args: 'INPUT' },
  thoughtSignature: 'signature_0',
}

const answers = (input: string): readonly (readonly [WireFormat, readonly string[]])[] => [
  [anthropicMessages, anthropicStream({ type: 'tool_use', id: 'toolu_0', name: 'read', input })],
  [chatCompletions, chatStream({ tool_calls: [chatCall('a', 'read', input)] })],
  [
    openaiResponses,
    responsesStream(
      { type: 'reasoning', id: 'rs_0', encrypted_content: 'sealed_0', summary: [] },
      {
        ...{ type: 'function_call', id: 'fc_0', call_id: 'call_0_0', name: 'read', status: 'completed' },
        arguments: input,
      },
    ),
  ],
  [gemini, geminiStream(GEMINI_CALL).map((frame) => frame.replace('"INPUT"', input))],
]

const CASES = [200, 20_000].flatMap((levels) =>
  ['[', '{"a":'].flatMap((open) =>
    answers(nested(levels, open, open === '[' ? ']' : '}')).map(
      ([format, frames]) => [levels, open, format.provider, format, frames] as const,
    ),
  ),
)

// `JSON.stringify` throws beyond some 5,000 levels, and so does every walk that calls itself.
it.each(CASES)('%i levels of %s, %s', async (_, __, ___, format, frames) => {
  const { outcome, asked, faults } = await answerWith(format, raw(...frames))
  expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
  expect(asked).toHaveLength(2)
  expect(asked[1]?.body).toContain('nested')
  expect(faults).toEqual([])
})
