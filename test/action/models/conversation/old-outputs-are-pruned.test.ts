import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { pruneMessages, REMOVED } from '../../../../src/action/models/conversation/prune-messages.ts'

const LIMITS = { kept: 2000, slack: 500, newest: 'goes if it is too long' } as const
const x = (length: number) => 'x'.repeat(length)
const user: ModelMessage = { role: 'user', content: 'Go on.' }

const output = (...lengths: number[]): ModelMessage => ({
  role: 'tool',
  content: lengths.map((length, id) => ({
    type: 'tool-result',
    toolCallId: String(id),
    toolName: 'read',
    output: { type: 'text', value: x(length) },
  })),
})
const call = (length: number): ModelMessage => ({
  role: 'assistant',
  content: [
    { type: 'text', text: x(5000) },
    { type: 'tool-call', toolCallId: '1', toolName: 'write', input: { path: 'a.md', text: x(length) } },
  ],
})
/** The lengths of all long texts that are left. */
const left = (messages: readonly ModelMessage[]) =>
  messages.map((message) => [...JSON.stringify(message).matchAll(/x{9,}/g)].map(([text]) => text.length))

it('does not prune a conversation until it is worth it', () => {
  const messages = [output(1200), user, output(1200)]
  expect(pruneMessages(messages, LIMITS)).toEqual(messages)
})

it('removes the oldest outputs and keeps every result', () => {
  const pruned = pruneMessages([output(1200), output(50), user, output(1200), output(600)], LIMITS)
  expect(left(pruned)).toEqual([[], [50], [], [1200], [600]])
  expect(JSON.stringify(pruned[0])).toContain('Call the tool again')
  expect(JSON.stringify(pruned).match(/toolCallId/g)).toHaveLength(4)
})

it('removes the long inputs of old calls too, and keeps their short ones', () => {
  const pruned = pruneMessages([call(1500), output(20), call(900), output(800)], LIMITS)
  expect(left(pruned)).toEqual([[5000], [20], [5000, 900], [800]])
  expect(pruned[0]).toMatchObject({ content: [{}, { input: { path: 'a.md', text: REMOVED } }] })
})

it('keeps the last outputs of a step that is itself too long', () => {
  expect(left(pruneMessages([output(900, 900, 900)], LIMITS))).toEqual([[900, 900]])
})

it('keeps the outputs of the last step, which the model has not read yet', () => {
  const messages = [call(30), output(1200), call(30), output(900, 900, 900), user]
  expect(left(pruneMessages(messages, { ...LIMITS, newest: 'stays' }))).toEqual([
    ...[[5000, 30], [], [5000, 30]],
    ...[[900, 900, 900], []],
  ])
})
