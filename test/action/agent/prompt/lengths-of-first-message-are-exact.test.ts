import { expect, test } from 'vitest'
import type { AgentTask } from '../../../../src/action/agent/prompt/agent-task.ts'
import { createDelimiters } from '../../../../src/action/agent/prompt/delimiters.ts'
import { taskPrompt } from '../../../../src/action/agent/prompt/task-prompt.ts'

const bare: AgentTask = {
  repository: 'octo/greeter',
  ...{
    prompts: [],
    issue: null,
    earlier: [],
    instructions: [],
    template: null,
    workSoFar: null,
    material: [],
    savedPatch: null,
  },
  ...{ checked: false, confidential: false, limits: { steps: 1, seconds: 1, costUsd: 1 } },
}
const textOf = (change: Partial<AgentTask>) =>
  taskPrompt({ ...bare, ...change }, createDelimiters('m4rk')).text
const x = (length: number): string => 'x'.repeat(length)

test.each<[string, number, (text: string) => Partial<AgentTask>]>([
  ['a template', 8000, (text) => ({ template: { path: 't.md', text } })],
  [
    'a prompt of an earlier turn',
    4000,
    (text) => ({ earlier: [{ prompts: [text], outcome: 'o', summary: null }] }),
  ],
  ['the work so far', 60_000, (workSoFar) => ({ workSoFar })],
  ['a saved patch', 60_000, (savedPatch) => ({ savedPatch })],
])('%s has %i characters, and the middle of a longer one is left out', (_, most, change) => {
  expect(textOf(change(x(most)))).toContain(x(most))
  expect(textOf(change(x(most + 1)))).toContain(' characters left out …]\n')
})

test('earlier turns get 40,000 characters together, and the oldest are only counted', () => {
  const turn = (length: number) => ({ prompts: [], outcome: x(length - 'Outcome: '.length), summary: null })
  expect(textOf({ earlier: [turn(10_000), turn(30_000)] })).toContain('<earlier-turn-m4rk number="1">')
  const text = textOf({ earlier: [turn(20), turn(10_001), turn(30_000)] })
  expect(text).toContain('[2 earlier turns are left out here.]')
  expect(text).not.toContain('<earlier-turn-m4rk number="2">')
})

test('the prompts get 96,000 characters together', () => {
  const wrapped = textOf({ prompts: [{ number: 1, text: '' }] }).match(/<prompt.*$/s)?.[0].length ?? 0
  const joined = 5 * wrapped + 4 * '\n\n'.length
  const prompts = (last: number) =>
    [x(19_000), x(19_000), x(19_000), x(19_000), x(last)].map((text, at) => ({ number: at + 1, text }))
  const room = 96_000 - joined - 4 * 19_000
  expect(textOf({ prompts: prompts(room) })).not.toContain('left out here')
  expect(textOf({ prompts: prompts(room + 100) })).toContain('left out here')
})

test('the whole message gets 160,000 characters, and earlier work yields to instructions', () => {
  const work = (length: number) => ({
    workSoFar: x(60_000),
    instructions: [{ path: 'A.md', text: x(length) }],
  })
  const rest = textOf(work(0)).length
  const room = 160_000 - rest
  expect(textOf(work(room - 10))).toHaveLength(160_000 - 10)
  expect(textOf(work(room - 10))).not.toContain('left out')
  expect(textOf(work(room + 10))).toContain('left out')
  expect(textOf(work(room + 10)).length).toBeLessThanOrEqual(160_050)
})
