import { expect, test } from 'vitest'
import { finish, greetTheMoon } from './support/calls.ts'
import { WRITE_TOKEN } from './support/fake-github.ts'
import { openWorld } from './support/world.ts'

const alone = {
  run: '',
  'app-url': '',
  prompt: 'Say hello to the moon.',
  model: 'anthropic/claude-sonnet-4-5',
  'github-token': WRITE_TOKEN,
}

test('the token of the workflow does for fetch, push and pull request', async () => {
  const { start, app, github, model } = await openWorld({
    calls: [greetTheMoon, finish()],
    files: { 'hello.txt': 'Hello, world!\n', 'AGENTS.md': 'Be brief.\n' },
  })
  const run = await start({ inputs: { ...alone, draft: 'true' } }).ended
  expect(run.code).toBe(0)
  const branch = run.outputs.branch ?? ''
  expect(branch).toMatch(/^prentice\/[0-9a-f]{10}$/)
  expect(github.git('show', `${branch}:hello.txt`)).toBe('Hello, moon!')
  expect(github.git('log', '-1', '--format=%ae', branch)).toBe(
    '41898282+github-actions[bot]@users.noreply.github.com',
  )
  expect(github.pullRequests).toMatchObject([{ head: branch, base: 'main', draft: true }])
  expect(JSON.stringify(model.getRequests()[0]?.body)).toContain('Be brief.')
  expect(app.calls).toEqual([])
  expect(github.requests).not.toContain('GET /oidc')
  expect(run.summary).toContain('Say hello to the moon.')
})

test('what is missing is named', async () => {
  const { start } = await openWorld({})
  const run = await start({ inputs: { ...alone, model: '' } }).ended
  expect(run.code).toBe(1)
  expect(run.log).toContain('::error::An input of the action is not usable: `model` is empty')
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'input-invalid' })
})
