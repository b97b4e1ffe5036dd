import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { openWorld } from '../support/bundle-world.ts'

test('the prompt becomes a job, which is then claimed with a separate token', async () => {
  const { start, app } = await openWorld({ calls: [greetTheMoon, finish()] })
  const run = await start({ inputs: { run: '', prompt: 'Say hello to the moon.', ref: 'main' } }).ended
  expect(run.code).toBe(0)
  expect(app.registered).toEqual([{ protocol: 1, prompt: 'Say hello to the moon.', ref: 'main' }])
  expect(app.calls).toEqual(['register', 'claim', 'push-token', 'result'])
  expect(new Set(app.oidcTokens).size).toBe(3)
})
