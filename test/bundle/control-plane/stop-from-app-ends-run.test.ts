import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { openWorld } from '../support/bundle-world.ts'

test('the agent is stopped and nothing is pushed', async () => {
  const { start, app, github } = await openWorld({
    calls: [greetTheMoon, finish()],
    answersWhen: () => new Promise(() => {}),
    app: { onEvents: () => ({ messages: [], stop: true }) },
  })
  const run = await start().ended
  expect(run.code).toBe(1)
  expect(run.outputs).toMatchObject({ status: 'cancelled', reason: 'cancelled' })
  expect(app.calls).toEqual(['claim', 'result'])
  expect(app.results).toMatchObject([{ outcome: 'cancelled' }])
  expect(github.git('branch', '--format=%(refname:short)')).toBe('main')
})
