import { expect, test } from 'vitest'
import { planAnswer } from '../../../sandbox/model/plan-answer.ts'
import { readConversation } from '../../../sandbox/model/read-conversation.ts'
import { frame, letItWork } from './model-scene.ts'

const READING = ['list', 'search', 'read', 'finish']

/** The next answer of the model, after these calls with their results. */
function answer(text: string, tools: readonly string[], ...calls: readonly [object, string][]) {
  const messages: object[] = [{ role: 'user', content: text }]
  for (const [n, [input, result]] of calls.entries()) {
    const id = `toolu_${n}`
    messages.push({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input }] })
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] })
  }
  const { call } = planAnswer(
    readConversation({ messages, tools: tools.map((name) => ({ name })) }),
  ) as unknown as { call: { name: string; input: Record<string, string> } }
  return call
}

test('a question is answered with what the file says', () => {
  const asked = frame(1, 'Show a.md')
  const path = { path: 'a.md' }
  expect(answer(asked, READING)).toEqual({ name: 'read', input: path })
  expect(answer(asked, READING, [path, '1\tOne\n2\tTwo'])).toEqual({
    name: 'finish',
    input: { summary: 'a.md begins:\n\nOne\nTwo' },
  })
})

test('what would be changed is the plan, in words that carry it out later', () => {
  const sentences = 'Create a.md with "One"\nReplace "One" with "Two" in a.md'
  const { name, input } = answer(frame(1, sentences), READING)
  expect([name, input]).toEqual(['finish', { summary: `**What changes**\n\n${sentences}` }])
  const plan = `<data of="the plan of an earlier turn" path="/material/1.txt">\n${input.summary}\n</data>`
  for (const approval of ['Carry out the plan.\n\nAll of it.', 'Go ahead']) {
    const next = answer(`${plan}\n${frame(1, approval)}`, [...READING, 'edit', 'write'])
    expect(next).toEqual({ name: 'write', input: { path: 'a.md', text: 'One' } })
  }
})

test('only a prompt that waits is answered with a wait', () => {
  expect(answer(frame(1, 'Wait 0 seconds'), READING).input.summary).toBe('I waited as requested.')
  expect(answer(frame(1, 'Return {}'), READING).input.summary).toBe('The output is what the prompt says.')
})

test('a change shows a file, too', async () => {
  const work = await letItWork(frame(1, 'Show a.md'), { 'a.md': 'One\n' })
  expect(work.finish).toMatchObject({ no_change: true, summary: 'a.md begins:\n\nOne' })
})
