import { expect, test } from 'vitest'
import { commandsIn } from '../../support/whole-run/start-bundle.ts'
import { openWorld } from '../support/bundle-world.ts'

test.each([
  [409, 'claimed by another', 'Another runner has this run'],
  [410, 'cancelled', 'The run has ended'],
])('HTTP %i gives a notice and success, and nothing else happens', async (status, error, notice) => {
  const { start, app, github, model } = await openWorld({ app: { claim: { status, error } } })
  const run = await start().ended
  expect(run.code).toBe(0)
  expect(commandsIn(run.log)).toEqual([expect.stringContaining(`::notice::${notice}`)])
  expect(app.calls).toEqual(['claim'])
  expect(github.requests).toEqual(['GET /oidc'])
  expect(github.gitTokens.size).toBe(0)
  expect(model.getRequests()).toEqual([])
  expect(run.outputs).toEqual({})
})

test('HTTP 426 gives a failure that names the fix', async () => {
  const error = 'use prentice-dev/prentice@v2'
  const { start } = await openWorld({ app: { claim: { status: 426, error } } })
  const run = await start().ended
  expect(run.code).toBe(1)
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'action-too-old' })
  expect(run.log).toContain(error)
})
