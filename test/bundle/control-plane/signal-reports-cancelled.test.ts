import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import type { StartedAction } from '../../support/whole-run/started-action.ts'
import { openWorld } from '../support/bundle-world.ts'

/** A model that never answers: a run that waited for it would not end. */
function silentModel() {
  const asked = Promise.withResolvers<void>()
  const answersWhen = () => {
    asked.resolve()
    return new Promise<void>(() => {})
  }
  return { asked: asked.promise, answersWhen }
}

async function endBy(signal: NodeJS.Signals, action: StartedAction) {
  action.kill(signal)
  const run = await action.ended
  expect(run.code).toBe(1)
  expect(run.outputs).toMatchObject({ status: 'cancelled', reason: 'cancelled' })
  expect(run.summary).toContain('## Prentice: cancelled')
  return run
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s while the agent works reports cancelled and pushes nothing',
  async (signal) => {
    const { asked, answersWhen } = silentModel()
    const { start, app, github } = await openWorld({
      calls: [greetTheMoon, finish()],
      answersWhen,
    })
    const action = start()
    await asked
    const run = await endBy(signal, action)
    expect(run.outputs['job-id']).toBe('job_1')
    expect(app.results).toMatchObject([{ outcome: 'cancelled' }])
    expect(github.git('branch', '--format=%(refname:short)')).toBe('main')
  },
)

test('a run that is stopped reports what it had used', async () => {
  const { asked, answersWhen } = silentModel()
  let answers = 0
  const { start, app } = await openWorld({
    calls: [greetTheMoon, finish()],
    answersWhen: () => (answers++ === 0 ? Promise.resolve() : answersWhen()),
  })
  const action = start()
  await asked
  const run = await endBy('SIGINT', action)
  expect(app.results).toMatchObject([{ outcome: 'cancelled', usage: { steps: 1 } }])
  expect(app.results[0]?.usage?.inputTokens).toBeGreaterThan(0)
  expect(JSON.parse(run.outputs.usage ?? '{}')).toMatchObject({ steps: 1 })
})

test('a signal during the claim ends the action', async () => {
  const { start, app } = await openWorld({ app: { silentOn: 'claim' } })
  const action = start()
  await expect.poll(() => app.calls).toEqual(['claim'])
  await endBy('SIGINT', action)
  expect(app.calls).toEqual(['claim'])
})

test('a signal ends the action although the app does not respond', async () => {
  const { asked, answersWhen } = silentModel()
  const { start, app } = await openWorld({
    calls: [greetTheMoon, finish()],
    answersWhen,
    app: { silentOn: 'result' },
  })
  const action = start()
  await asked
  const run = await endBy('SIGINT', action)
  expect(run.log).toContain('::warning::The end of the run could not be reported')
  expect(app.results).toEqual([])
})
