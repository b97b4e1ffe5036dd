import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { readFileCommand } from '../../support/whole-run/started-action.ts'
import { openWorld } from '../support/bundle-world.ts'

// In a container, a cancel ends the client of Docker and not the step: https://github.com/moby/moby/issues/9098
test('the post step lets a living main step report that it was cancelled, and then removes its files', async () => {
  const asked = Promise.withResolvers<void>()
  const { start, app, folder } = await openWorld({
    calls: [greetTheMoon, finish()],
    answersWhen() {
      asked.resolve()
      return new Promise<void>(() => {})
    },
  })
  const main = start()
  await asked.promise
  const saved = Object.entries(readFileCommand(join(folder, 'commands/state')))
  const post = await start({
    env: Object.fromEntries(saved.map(([name, value]) => [`STATE_${name}`, value])),
  }).ended
  const ended = await main.ended
  expect(post.code).toBe(0)
  expect(ended.outputs).toMatchObject({ status: 'cancelled', reason: 'cancelled' })
  expect(ended.log).not.toContain('ENOENT')
  expect(app.results).toMatchObject([{ outcome: 'cancelled' }])
  expect(existsSync(Object.fromEntries(saved).scratch ?? '')).toBe(false)
})

test('files of the runner that the user of a container may not write are named', async () => {
  const { start, app } = await openWorld({ calls: [] })
  const run = await start({ env: { GITHUB_STATE: '/nowhere/state' } }).ended
  expect(run.code).toBe(1)
  expect(run.outputs.reason).toBe('input-invalid')
  expect(run.log).toContain('may not write the files of the runner')
  expect(run.log).toContain('in a container, set `options: --user root`')
  expect(app.calls).toEqual([])
})
