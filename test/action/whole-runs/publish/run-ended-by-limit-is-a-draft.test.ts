import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

test('the changes so far become a draft, and the run fails', async () => {
  const { start, app, github } = await openWorld({
    calls: [greetTheMoon, finish()],
    app: { assignment: { limits: { steps: 1, seconds: 60, costUsd: 1 } } },
  })
  const run = await start().ended
  expect(run.code).toBe(1)
  expect(github.pullRequests).toMatchObject([{ draft: true, title: 'Greet the moon' }])
  expect(github.pullRequests[0]?.body).toMatch(
    /^<!-- prentice:state -->\n\n\*\*Unfinished:\*\* The run reached its limit of 1 step\./,
  )
  expect(app.results).toMatchObject([
    { outcome: 'failed', reason: { code: 'step-limit' }, published: { pullRequest: 7 } },
  ])
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'step-limit', 'pr-number': '7' })
})

test('a draft that the model did not describe says how the run ended, and not what a caller of the server can do', async () => {
  const { start, github } = await openWorld({
    calls: [greetTheMoon, { tool: '', input: {} }],
    app: { assignment: { limits: { steps: 1, seconds: 60, costUsd: 1 } } },
  })
  await start().ended
  const [body] = String(github.pullRequests[0]?.body).split('<!-- prentice:usage -->')
  expect(body?.trim()).toBe(
    'The run ended before the agent could describe its work. The run reached its limit of 1 step. The changes made so far are kept.',
  )
})

test('a run that had changed nothing at its limit does not claim that changes are kept', async () => {
  const { start, app, github } = await openWorld({
    calls: [
      { tool: 'read', input: { path: 'hello.txt' } },
      { tool: '', input: {} },
    ],
    app: { assignment: { limits: { steps: 1, seconds: 60, costUsd: 1 } } },
  })
  const run = await start().ended
  expect(run.log).toContain(
    '::error::The run reached its limit of 1 step. No file was changed. Send a message to continue.',
  )
  expect(app.results).toMatchObject([
    {
      reason: { code: 'step-limit' },
      summary:
        'The run ended before the agent could describe its work. The run reached its limit of 1 step. No file was changed.',
      published: null,
    },
  ])
  expect(github.pullRequests).toEqual([])
})
