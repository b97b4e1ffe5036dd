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
  expect(github.pullRequests).toMatchObject([{ draft: true }])
  expect(app.results).toMatchObject([
    { outcome: 'failed', reason: { code: 'step-limit' }, published: { pullRequest: 7 } },
  ])
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'step-limit', 'pr-number': '7' })
})
