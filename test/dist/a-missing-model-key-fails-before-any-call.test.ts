import { expect, test } from 'vitest'
import { openWorld } from './support/world.ts'

test('the reason names the variable, and neither model nor repository was asked', async () => {
  const { start, app, github, model } = await openWorld({})
  const run = await start({ env: { ANTHROPIC_API_KEY: '' } }).ended
  expect(run.code).toBe(1)
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'model-key-missing' })
  expect(run.log).toContain('ANTHROPIC_API_KEY')
  expect(app.results).toMatchObject([
    { outcome: 'failed', reason: { code: 'model-key-missing' }, published: null },
  ])
  expect(model.getRequests()).toEqual([])
  expect(github.gitTokens.size).toBe(0)
})
