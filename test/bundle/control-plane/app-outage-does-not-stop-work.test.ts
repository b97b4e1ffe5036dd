import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { openWorld } from '../support/bundle-world.ts'

test('the work continues, and events that the app did not take are sent again', async () => {
  const refusal = Promise.withResolvers<void>()
  const { start, app } = await openWorld({
    calls: [greetTheMoon, finish()],
    answersWhen: (turn) => (turn === 1 ? refusal.promise : undefined),
    app: {
      onEvents(count) {
        refusal.resolve()
        return count === 1 ? 503 : { messages: [], stop: false }
      },
    },
  })
  const run = await start().ended
  expect(run.code).toBe(0)
  expect(run.log).toContain('::warning::The server did not accept the progress of this run')
  expect(app.results).toMatchObject([{ outcome: 'published' }])
  const [refused, ...taken] = app.events
  const numbers = taken.flatMap((request) => request.events.map(({ seq }) => seq))
  expect(refused?.events.length).toBeGreaterThan(0)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})
