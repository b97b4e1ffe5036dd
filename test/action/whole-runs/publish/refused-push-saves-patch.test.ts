import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

test('a push that the remote refuses saves the patch on the server and in a file', async () => {
  const { start, app, github } = await openWorld({
    calls: [greetTheMoon, finish()],
    refusePush: 'refusing to allow it',
  })
  const run = await start().ended
  expect(run.code).toBe(1)
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'push-refused', branch: '' })
  expect(run.log).toContain('refusing to allow it')
  expect(app.calls).toEqual(['claim', 'push-token', 'patch', 'result'])
  expect(app.patches[0]).toContain('+Hello, moon!')
  expect(readFileSync(run.outputs['patch-path'] ?? '', 'utf8')).toBe(app.patches[0])
  expect(app.results).toMatchObject([
    {
      outcome: 'failed',
      reason: { code: 'push-refused' },
      published: null,
      patchDescription: {
        title: 'Greet the moon',
        body: 'The greeting now names the moon.',
        commitMessage: 'Greet the moon',
        files: [{ path: 'hello.txt', why: 'Names the moon' }],
        endedBy: null,
      },
    },
  ])
  expect(github.pullRequests).toEqual([])
})

test('a change that the rules forbid gets no push token', async () => {
  const { start, app } = await openWorld({
    calls: [greetTheMoon, { tool: 'write', input: { path: 'second.txt', text: 'x\n' } }, finish()],
    app: {
      assignment: {
        rules: { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 1, maxBytes: 999 },
      },
    },
  })
  const run = await start().ended
  expect(run.code).toBe(1)
  expect(app.calls).toEqual(['claim', 'patch', 'result'])
  expect(app.results).toMatchObject([{ outcome: 'failed', reason: { code: 'change-too-large' } }])
  expect(app.patches[0]).toContain('+Hello, moon!')
})

test('a patch with a redacted secret is saved for people and never published', async () => {
  const key = 'sk-ant-key-of-the-test'
  const { start, app } = await openWorld({
    calls: [{ tool: 'write', input: { path: 'key.txt', text: key } }, finish()],
  })
  await start().ended
  expect(app.results).toMatchObject([{ outcome: 'failed', reason: { code: 'secret-found' } }])
  expect(app.results[0]).not.toHaveProperty('patchDescription')
  expect(app.patches[0]).not.toContain(key)
})
