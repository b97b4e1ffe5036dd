import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { openWorld } from '../support/bundle-world.ts'

test('a message is taken up between steps and acknowledged', async () => {
  const told = Promise.withResolvers<void>()
  const { start, app, model } = await openWorld({
    calls: [greetTheMoon, greetTheMoon, finish()],
    answersWhen: (turn) => (turn === 1 ? told.promise : undefined),
    app: {
      onEvents() {
        told.resolve()
        return { messages: [{ number: 2, text: 'And to the sun.' }], stop: false }
      },
    },
  })
  const run = await start().ended
  expect(run.code).toBe(0)
  const asked = model.getRequests().map((request) => JSON.stringify(request.body))
  expect(asked.at(-1)?.split('And to the sun.')).toHaveLength(2)
  expect(app.results).toMatchObject([{ acknowledged: 2 }])
  expect(run.log).not.toContain('And to the sun.')
})
