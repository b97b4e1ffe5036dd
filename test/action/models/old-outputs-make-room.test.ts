import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { pruneOutputs } from '../../../src/action/models/prune-outputs.ts'

const output = (id: number, length: number): ModelMessage => ({
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: String(id),
      toolName: 'read',
      output: { type: 'text', value: 'x'.repeat(length) },
    },
  ],
})
const sizes = (messages: readonly ModelMessage[]) =>
  messages.map((message) => JSON.stringify(message).match(/x{9,}/)?.[0].length ?? 0)

const user: ModelMessage = { role: 'user', content: 'Go on.' }

it('leaves a conversation alone until it is worth it', () => {
  const messages = [output(1, 120_000), user, output(2, 120_000)]
  expect(pruneOutputs(messages)).toEqual(messages)
})

it('removes the oldest outputs and keeps every result', () => {
  const messages = [output(1, 120_000), output(2, 50), user, output(3, 120_000), output(4, 60_000)]
  const pruned = pruneOutputs(messages)
  expect(sizes(pruned)).toEqual([0, 50, 0, 120_000, 60_000])
  expect(JSON.stringify(pruned[0])).toContain('Call the tool again')
  expect(JSON.stringify(pruned).match(/toolCallId/g)).toHaveLength(4)
})
