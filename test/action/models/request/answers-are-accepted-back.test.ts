import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../fakes/model/wire/anthropic-messages.ts'
import { anthropicThinking } from '../../../fakes/model/wire/anthropic-thinking.ts'
import { chatCompletions } from '../../../fakes/model/wire/chat-completions.ts'
import { gemini } from '../../../fakes/model/wire/gemini.ts'
import { openaiResponses } from '../../../fakes/model/wire/openai-responses.ts'
import type { Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import type { WireFormat } from '../../../fakes/model/wire/wire-format.ts'
import {
  answerWith,
  anthropicStream,
  chatCall,
  chatStream,
  geminiStream,
  raw,
  responsesStream,
  titled,
} from '../../../support/action/raw-answers.ts'

const READ = { path: 'hello.txt' }
const thought = { type: 'thinking', thinking: 'I think of 0.', signature: 'seal_0' } as const
const hidden = { type: 'redacted_thinking', data: 'hidden_0' } as const
const use = (id: string, input: object | string = READ) =>
  ({ type: 'tool_use', id, name: 'read', input }) as const
const reasoningItem = { type: 'reasoning', id: 'rs_0', encrypted_content: 'sealed_0', summary: [] }
const functionCall = (call_id: string, input: object | string = READ) => ({
  ...{ type: 'function_call', id: `fc_${call_id}`, call_id, name: 'read', status: 'completed' },
  arguments: typeof input === 'string' ? input : JSON.stringify(input),
})
const geminiCall = (id: string, args: object = READ) => ({
  functionCall: { id, name: 'read', args },
  thoughtSignature: 'signature_0',
})
const LONE = String.raw`{"path":"a\ud83d"}`

const CASES: readonly (readonly [string, WireFormat, Turn, source: string])[] = [
  [
    'only a thought, which cannot be the last block',
    anthropicThinking,
    raw(...anthropicStream(thought)),
    'https://github.com/tailcallhq/forgecode/issues/2107',
  ],
  [
    'only a hidden thought',
    anthropicThinking,
    raw(...anthropicStream(hidden)),
    'https://github.com/NousResearch/hermes-agent/pull/16921',
  ],
  [
    'a thought and a blank text',
    anthropicThinking,
    raw(...anthropicStream(thought, { type: 'text', text: '\n' })),
    'https://github.com/tailcallhq/forgecode/pull/3073',
  ],
  [
    'a call and a thought behind it',
    anthropicThinking,
    raw(...anthropicStream(thought, hidden, use('toolu_0_0'), thought)),
    'https://github.com/NousResearch/hermes-agent/pull/16921',
  ],
  [
    'two calls with one id',
    anthropicMessages,
    raw(...anthropicStream(use('toolu_0'), use('toolu_0', { path: 'other.txt' }))),
    'https://github.com/anthropics/claude-code/issues/28515',
  ],
  [
    'an id with characters that no id may have',
    anthropicMessages,
    raw(...anthropicStream(use('functions.read:0'))),
    'https://github.com/maximhq/bifrost/issues/5097',
  ],
  [
    'half a character in an input',
    anthropicMessages,
    raw(...anthropicStream(use('toolu_0', LONE))),
    'https://github.com/anthropics/claude-code/issues/1709',
  ],
  [
    'half a character in a text',
    anthropicMessages,
    raw(...anthropicStream({ type: 'text', text: 'a\ud83d' }, use('toolu_0'))),
    'https://github.com/anomalyco/opencode/issues/14630',
  ],
  [
    'only reasoning',
    chatCompletions,
    raw(...chatStream({ reasoning_content: 'I think.' })),
    'https://github.com/tailcallhq/forgecode/pull/3073',
  ],
  [
    'two calls with one id',
    chatCompletions,
    raw(...chatStream({ tool_calls: [chatCall('a', 'read', READ), chatCall('a', 'list', {}, 1)] })),
    'https://github.com/can1357/oh-my-pi/issues/2055',
  ],
  [
    'half a character in an input',
    chatCompletions,
    raw(...chatStream({ tool_calls: [chatCall('a', 'read', LONE)] })),
    'https://github.com/anomalyco/opencode/pull/17758',
  ],
  [
    'half a character in a text',
    chatCompletions,
    raw(...chatStream({ content: 'a\ud83d' }, { tool_calls: [chatCall('a', 'read', READ)] })),
    'https://github.com/anomalyco/opencode/pull/17758',
  ],
  [
    'only reasoning',
    openaiResponses,
    raw(...responsesStream(reasoningItem)),
    'https://github.com/vercel/ai/issues/7099',
  ],
  [
    'reasoning behind the call',
    openaiResponses,
    raw(...responsesStream(reasoningItem, functionCall('call_0_0'), { ...reasoningItem, id: 'rs_1' })),
    'https://github.com/continuedev/continue/issues/8933',
  ],
  [
    'two calls with one id',
    openaiResponses,
    raw(...responsesStream(reasoningItem, functionCall('call_0_0'), functionCall('call_0_0', { path: 'b' }))),
    'https://github.com/openclaw/openclaw/pull/47136',
  ],
  [
    'half a character in an input',
    openaiResponses,
    raw(...responsesStream(reasoningItem, functionCall('call_0_0', LONE))),
    'https://github.com/anomalyco/opencode/issues/14630',
  ],
  [
    'only a thought',
    gemini,
    raw(...geminiStream({ text: 'I think.', thought: true })),
    'https://ai.google.dev/gemini-api/docs/thought-signatures',
  ],
  [
    'two calls with one id',
    gemini,
    raw(...geminiStream(geminiCall('call_0_0'), geminiCall('call_0_0', { path: 'b' }))),
    'https://github.com/VicBilibily/GCMP/pull/120',
  ],
  [
    'half a character in an input',
    gemini,
    raw(...geminiStream(geminiCall('call_0_0', JSON.parse(LONE)))),
    'https://github.com/anomalyco/opencode/issues/14630',
  ],
]

describe.concurrent('the provider accepts an answer back', () => {
  it.each(titled(CASES))('%s', async (_, format, turn) => {
    const { outcome, faults, asked } = await answerWith(format, turn)
    expect(faults).toEqual([])
    expect(asked).toHaveLength(2)
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
  })
})

it('has no half of a character in the title and the body of the pull request', async () => {
  const lone = String.raw`{"title":"a\ud83d","body":"b\ud83d","commit_message":"c\ud83d","summary":"d\ud83d","no_change":true}`
  const ended = raw(...anthropicStream({ type: 'tool_use', id: 'toolu_0', name: 'finish', input: lone }))
  const { outcome } = await answerWith(anthropicMessages, ended)
  expect(outcome).toMatchObject({
    reason: null,
    title: 'a\ufffd',
    body: 'b\ufffd',
    commitMessage: 'c\ufffd',
    summary: 'd\ufffd',
  })
})
