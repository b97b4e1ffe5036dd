import { expect, test } from 'vitest'
import { runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, read } from '../../../support/whole-run/wire-world.ts'

const answer = (summary: string) => call({ name: 'finish', input: { summary } })

const toolsIn = (body = '{}'): string[] =>
  (JSON.parse(body).tools ?? []).map(({ name }: { name: string }) => name)

/** A project that checks what it publishes, and lets the agent run commands. */
const CHECKED = {
  checks: {
    setup: [{ name: 'setup', run: 'false', seconds: 9 }],
    commands: [{ name: 'test', run: 'false', seconds: 9 }],
    rounds: 2,
  },
  commands: { setup: [] },
  features: ['plan', 'checks', 'mode'],
}

test.each(['ask', 'plan'] as const)(
  'a run with the mode %s reads and answers, and asks for no token',
  async (mode) => {
    const { run, result, app, github, bodies } = await runAgent({
      script: () => [call(read()), answer('It greets **the world**: `hello.txt:1`.')],
      assignment: { ...CHECKED, mode },
    })
    expect(run.code).toBe(0)
    expect(toolsIn(bodies[0])).toEqual(['list', 'search', 'read', 'git_log', 'git_show', 'finish'])
    expect(app.calls).toEqual(['claim', 'result'])
    expect(result).toMatchObject({
      outcome: 'no-change',
      headSha: null,
      summary: 'It greets **the world**: `hello.txt:1`.',
    })
    expect(result).not.toHaveProperty('checks')
    expect(run.outputs).toMatchObject({ status: 'completed', reason: 'no-change', 'pr-url': '', branch: '' })
    expect(github.git('branch', '--format=%(refname:short)')).toBe('main')
  },
)

test('a model that calls a writing tool all the same is refused, and nothing changes', async () => {
  const { run, result, bodies, github } = await runAgent({
    script: () => [
      call({ name: 'write', input: { path: 'hello.txt', text: 'Hacked' } }),
      call({ name: 'run', input: { command: 'echo Hacked > hello.txt' } }),
      answer('I tried.'),
    ],
    assignment: { ...CHECKED, mode: 'ask' },
  })
  expect(run.code).toBe(0)
  expect(bodies[1]).toContain('git_show, finish. Nothing is changed in this run')
  expect(bodies[2]).toContain('There is no such tool.')
  expect(result).toMatchObject({ outcome: 'no-change', summary: 'I tried.' })
  expect(github.git('branch', '--format=%(refname:short)')).toBe('main')
})

test('an answer that a limit ends fails for the reason of that limit', async () => {
  const { result, app } = await runAgent({
    script: () => [call(read()), answer('I had read one file.')],
    assignment: { ...CHECKED, mode: 'ask', limits: { steps: 1, seconds: 60, costUsd: 100 } },
  })
  expect(app.calls).toEqual(['claim', 'result'])
  expect(result).toMatchObject({
    outcome: 'failed',
    published: null,
    reason: { code: 'step-limit' },
    summary: 'I had read one file.',
  })
})

test('a review reads the head of the pull request, and reports what the model found', async () => {
  const findings = [
    { path: 'hello.txt', line: 1, text: 'It greets nobody.', suggestion: '\tHello, you' },
    { path: 'hello.txt', line: 2, start_line: 1, text: 'Both lines.' },
    { path: 'hello.txt', line: 0, text: 'No line has this number.' },
  ]
  const { result, app, bodies } = await runAgent({
    script: () => [call({ name: 'finish', input: { summary: 'Almost.', findings } })],
    pullRequest: 7,
    assignment: { mode: 'review', review: { pullRequest: 7 }, features: ['review'] },
  })
  expect(toolsIn(bodies[0])).toEqual(['list', 'search', 'read', 'git_log', 'git_show', 'finish'])
  expect(app.calls).toEqual(['claim', 'result'])
  expect(result).toMatchObject({
    outcome: 'no-change',
    headSha: null,
    summary: 'Almost.',
    findings: [
      { path: 'hello.txt', line: 1, text: 'It greets nobody.', suggestion: '\tHello, you' },
      { path: 'hello.txt', startLine: 1, line: 2, text: 'Both lines.' },
    ],
  })
})
