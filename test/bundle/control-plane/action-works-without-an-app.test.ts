import { expect, test } from 'vitest'
import { WORKFLOW_TOKEN } from '../../fakes/github/one-repository.ts'
import { runAgent } from '../../support/whole-run/agent-run.ts'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { mark, call as wireCall, finish as wireFinish } from '../../support/whole-run/wire-world.ts'
import { openWorld } from '../support/bundle-world.ts'

const WORKFLOW = { '.github/workflows/prentice.yml': 'on: workflow_dispatch\njobs: {}\n' }

const alone = {
  run: '',
  'app-url': '',
  prompt: 'Say hello to the moon.',
  model: 'anthropic/claude-sonnet-4-5',
  'github-token': WORKFLOW_TOKEN,
}

test('the workflow token is used for fetch, push and pull request', async () => {
  const { start, app, github, model } = await openWorld({
    calls: [greetTheMoon, finish()],
    files: { ...WORKFLOW, 'hello.txt': 'Hello, world!\n', 'AGENTS.md': 'Be brief.\n' },
  })
  const run = await start({ inputs: { ...alone, draft: 'true' } }).ended
  expect(run.code).toBe(0)
  const branch = run.outputs.branch ?? ''
  expect(branch).toMatch(/^prentice\/[0-9a-f]{10}$/)
  expect(github.git('show', `${branch}:hello.txt`)).toBe('Hello, moon!')
  expect(github.git('log', '-1', '--format=%ae', branch)).toBe('github-actions[bot]@users.noreply.127.0.0.1')
  expect(github.pullRequests).toMatchObject([{ head: branch, base: 'main', draft: true }])
  expect(JSON.stringify(model.getRequests()[0]?.body)).toContain('Be brief.')
  expect(app.calls).toEqual([])
  expect(github.requests).not.toContain('GET /oidc')
  expect(run.summary).toContain('Say hello to the moon.')
})

test('the settings of the project apply without a server, too', async () => {
  const { bodies, github, run } = await runAgent({
    files: {
      ...WORKFLOW,
      'hello.txt': 'Hello, world!\n',
      'AGENTS.md': 'Be long.',
      'RULES.md': 'Be brief.',
      '.github/prentice.yml': 'paths: { allow: ["docs/**"] }\ninstructions: [RULES.md]\nmax-files: 1\n',
    },
    inputs: alone,
    script: () => [
      wireCall(mark('x'), { name: 'write', input: { path: 'docs/a.md', text: 'a\n' } }),
      wireFinish,
      wireFinish,
    ],
  })
  expect(bodies[0]).toContain('Be brief.')
  expect(bodies[0]).not.toContain('Be long.')
  expect(bodies[1]).toContain(
    'hello.txt is not among the paths that `paths.allow` or `working-directory` in the project settings names',
  )
  const branch = run.outputs.branch ?? ''
  expect(github.git('diff', '--name-only', 'main', branch)).toBe('docs/a.md')
})

test('a settings key of a newer version has no effect, and the log names it', async () => {
  const { run } = await runAgent({
    files: { ...WORKFLOW, 'hello.txt': 'Hello!\n', '.github/prentice.yml': 'labels: [ai]\n' },
    inputs: alone,
    script: () => [
      wireCall(mark('x'), { name: 'write', input: { path: 'docs/a.md', text: 'a\n' } }),
      wireFinish,
      wireFinish,
    ],
  })
  expect(run.log).toContain('::warning::settings: line 1, column 1: labels is not a setting of this version')
})

test('unreadable settings end the run before the first request to the model', async () => {
  const { bodies, run } = await runAgent({
    files: { ...WORKFLOW, 'hello.txt': 'Hello!\n', '.github/prentice.yml': 'path: { allow: ["docs/**"] }\n' },
    inputs: alone,
    script: () => [],
  })
  expect(bodies).toEqual([])
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'config-invalid' })
  expect(run.log).toContain('.github/prentice.yml: line 1, column 1: path is not a setting')
})

test('a missing input is named in an annotation, the outputs and the summary', async () => {
  const { start } = await openWorld({})
  const run = await start({ inputs: { ...alone, model: '' } }).ended
  expect(run.code).toBe(1)
  expect(run.log).toContain('::error::An input of the action is invalid: `model` is empty')
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'input-invalid' })
  expect(run.summary).toMatch(
    /^## Prentice: failed\n\n`input-invalid`\n\n<pre>An input of the action is invalid/,
  )
})
