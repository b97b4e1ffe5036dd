import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { openWorld } from '../support/bundle-world.ts'

test('the post step removes the files of the main step and sends no request', async () => {
  const { start, app } = await openWorld({ calls: [greetTheMoon, finish()] })
  const main = await start().ended
  const scratch = main.state.scratch ?? ''
  expect(existsSync(scratch)).toBe(true)
  const calls = [...app.calls]
  const state = Object.fromEntries(
    Object.entries(main.state).map(([name, value]) => [`STATE_${name}`, value]),
  )
  const post = await start({ env: state }).ended
  expect(post.code).toBe(0)
  expect(existsSync(scratch)).toBe(false)
  expect(app.calls).toEqual(calls)
})

test('the post step does not start the job after a main step that was killed immediately', async () => {
  const { start, app, folder } = await openWorld({})
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const post = await start({ env: { STATE_started: 'true' } }).ended
  expect(post.code).toBe(0)
  expect(app.calls).toEqual([])
})
