import { expect, test } from 'vitest'
import type { Assignment } from '../../../../src/contract/runner-protocol/assignment.ts'
import { messagesOf, runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish, mark, read } from '../../../support/whole-run/wire-world.ts'

const ask = (question: string, choices: unknown = ['Red', '2. Blue @everyone']) => ({
  name: 'ask',
  input: { question, choices },
})
const assignment: Partial<Assignment> = { questions: true }

test('the run ends with the question; its changes are saved, and nothing is published', async () => {
  const { result, app, github, run } = await runAgent({
    script: () => [call(read()), call(mark(' A')), call(ask('Which colour?'))],
    assignment,
  })
  expect(result).toMatchObject({
    outcome: 'no-change',
    question: {
      text: 'Which colour?',
      choices: ['Red', 'Blue @\u200beveryone'],
      notes: expect.stringContaining('- edit hello.txt'),
    },
    changedFiles: { total: 1, paths: ['hello.txt'] },
  })
  expect(app.calls).toEqual(['claim', 'patch', 'result'])
  expect(app.patches[0]).toContain('+Hello, world A!')
  expect(github.pullRequests).toEqual([])
  expect(run.code).toBe(0)
})

test('before anything was looked up, a question is refused; so is one without choices', async () => {
  const { result, bodies } = await runAgent({
    script: () => [
      call(ask('What?')),
      call(read()),
      call(ask('What?', ['One'])),
      call(ask('What?', ['One', 'One'])),
      call(mark(' A')),
      finish,
    ],
    assignment,
  })
  expect(result).toMatchObject({ outcome: 'published' })
  const told = messagesOf(bodies.at(-1) ?? '')
    .map(({ text }) => text)
    .join('\n')
  expect(told).toContain('Not asked. Look for the answer in the repository')
  expect(told).toContain('The call of ask is not valid.')
})

test('where nobody may be asked, there is no such tool', async () => {
  const { result, bodies } = await runAgent({
    script: () => [call(read()), call(ask('What?')), call(mark(' A')), finish],
  })
  expect(bodies[0]).not.toContain('"ask"')
  expect(result).toMatchObject({ outcome: 'published' })
})

test('of a confidential job, the summary of the workflow run does not show the question', async () => {
  const { run, result } = await runAgent({
    script: () => [call(read()), call(ask('Which secret plan?'))],
    assignment: { ...assignment, showPrompt: false },
  })
  expect(result).toMatchObject({ question: { text: 'Which secret plan?' } })
  expect(JSON.stringify(run)).not.toContain('secret plan')
})
