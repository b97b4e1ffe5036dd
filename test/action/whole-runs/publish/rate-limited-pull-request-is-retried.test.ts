import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

const calls = [greetTheMoon, finish()]

test('the pull request is opened after the time that GitHub names', async () => {
  const { start, app, github } = await openWorld({ calls, limitPulls: 1 })
  const run = await start().ended
  expect(run.code).toBe(0)
  expect(app.results).toMatchObject([{ outcome: 'published' }])
  expect(github.pullRequests).toHaveLength(1)
  const text = 'GitHub limits the rate of requests. The next attempt is in 1 second.'
  expect(app.events.flatMap(({ events }) => events.map(({ event }) => event))).toContainEqual({
    type: 'note',
    text,
  })
  expect(run.log).toContain(text)
})

test('a rate limit that outlasts the run fails it, and the patch is saved', async () => {
  const { start, app, github } = await openWorld({ calls, limitPulls: 3600 })
  const run = await start().ended
  expect(run.code).toBe(1)
  expect(app.results).toMatchObject([
    {
      outcome: 'failed',
      reason: { code: 'pull-request-refused' },
      patchDescription: { title: 'Greet the moon' },
    },
  ])
  expect(app.results[0]).toMatchObject({ reason: { message: expect.stringContaining('rate limit') } })
  expect(app.patches[0]).toContain('+Hello, moon!')
  expect(github.pullRequests).toEqual([])
})
