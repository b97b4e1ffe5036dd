import { expect, test } from 'vitest'
import { openWorld } from '../support/bundle-world.ts'
import { finish, greetTheMoon } from '../support/calls.ts'

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
