import { expect, test } from 'vitest'
import { openWorld } from '../support/bundle-world.ts'
import { finish, greetTheMoon } from '../support/calls.ts'
import type { StartedAction } from '../support/run-bundle.ts'

const SEVEN_SECONDS = 7000

async function endBy(signal: NodeJS.Signals, action: StartedAction) {
  const sent = performance.now()
  action.kill(signal)
  const run = await action.ended
  expect(performance.now() - sent).toBeLessThan(SEVEN_SECONDS)
  expect(run.code).toBe(1)
  expect(run.outputs).toMatchObject({ status: 'cancelled', reason: 'cancelled' })
  expect(run.summary).toContain('## Prentice: cancelled')
  return run
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s while the agent works: nothing is pushed',
  async (signal) => {
    const { start, app, github, model } = await openWorld({
      calls: [greetTheMoon, finish()],
      modelDelayMs: 30_000,
    })
    const action = start()
    await expect.poll(() => model.getRequests().length, { timeout: 10_000 }).toBe(1)
    const run = await endBy(signal, action)
    expect(run.outputs['job-id']).toBe('job_1')
    expect(app.results).toMatchObject([{ outcome: 'cancelled' }])
    expect(github.git('branch', '--format=%(refname:short)')).toBe('main')
  },
  20_000,
)

test('while the claim waits for an answer', async () => {
  const { start, app } = await openWorld({ app: { silentOn: 'claim' } })
  const action = start()
  await expect.poll(() => app.calls, { timeout: 10_000 }).toEqual(['claim'])
  await endBy('SIGINT', action)
  expect(app.calls).toEqual(['claim'])
}, 20_000)

test('with an app that does not answer any more', async () => {
  const { start, app, model } = await openWorld({
    calls: [greetTheMoon, finish()],
    modelDelayMs: 30_000,
    app: { silentOn: 'result' },
  })
  const action = start()
  await expect.poll(() => model.getRequests().length, { timeout: 10_000 }).toBe(1)
  const run = await endBy('SIGINT', action)
  expect(run.log).toContain('::warning::The end of the run could not be reported')
  expect(app.results).toEqual([])
}, 20_000)
