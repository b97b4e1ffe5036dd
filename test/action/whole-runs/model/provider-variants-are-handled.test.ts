import { expect, test } from 'vitest'
import { anthropicThinking } from '../../../fakes/model/wire/anthropic-thinking.ts'
import { geminiWithoutIds } from '../../../fakes/model/wire/gemini-without-ids.ts'
import { looseChat, wholeChat } from '../../../fakes/model/wire/nonstandard-chat.ts'
import { responsesReasoning } from '../../../fakes/model/wire/responses-reasoning.ts'
import {
  answer,
  call,
  finish,
  mark,
  openWireWorld,
  read,
  runToItsEnd,
  usageOf,
} from '../../../support/whole-run/wire-world.ts'

test.each([
  ['Anthropic: thoughts, sealed and hidden', anthropicThinking],
  ['OpenAI: reasoning between words and calls', responsesReasoning],
  ['Gemini: thoughts, and calls without ids', geminiWithoutIds],
  ['chat: an answer in one piece', wholeChat],
  ['chat: no ids, no places, objects as input, thoughts in the text, nothing counted', looseChat],
])('%s', async (_, format) => {
  const script = [
    answer({ say: 'I look.', calls: [read(), read('missing.txt'), mark('x')] }),
    call(mark('y')),
    finish,
  ]
  const world = await openWireWorld({ format, script })
  const { result, hello, tools, summary } = await runToItsEnd(world, format)
  const used = format === looseChat ? { steps: 3, estimated: 3 } : usageOf(0, 1, 2)
  expect(result).toMatchObject({ outcome: 'published', usage: used })
  expect(result.usage?.inputTokens).toBeGreaterThan(1000)
  expect(result.usage?.outputTokens).toBeGreaterThan(100)
  expect(hello).toBe('Hello, worldxy!')
  expect(tools).toEqual(['✓ read', '✗ read', '✓ edit', '✓ edit', '✓ finish'])
  const told = JSON.stringify([result, summary, world.app.events, world.github.pullRequests])
  expect(told).not.toContain('I think of')
})
