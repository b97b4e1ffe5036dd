import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, pollUntilFinal, runsOf } from '../../support/world/jobs.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld(undefined, { appEnvironment: { LOG_LEVEL: 'info' } })
})
afterAll(() => world?.close())

test('a dispatch that is under way is finished, another is not begun, and the next start knows of both', async () => {
  const dispatching = world.github.holdRequest(
    ({ method, path }) => method === 'POST' && path.endsWith('/dispatches'),
  )
  const first = await createJob(world, 'Create first.md with "x"')
  await dispatching.arrived

  const stopping = world.stopApp('SIGTERM')
  await sleep(300)
  dispatching.release()
  await stopping
  expect(world.told.some((line) => line.includes('"msg":"ended"'))).toBe(true)
  expect(world.told.filter((line) => line.includes('were cut off'))).toEqual([])

  await world.startApp()
  const second = await createJob(world, 'Create second.md with "x"')
  for (const { id } of [first, second]) {
    expect((await pollUntilFinal(world, id, 60_000)).job.status).toBe('completed')
    expect((await runsOf(world, id)).map(({ state }) => state)).toEqual(['succeeded'])
  }
  const dispatches = world.github
    .requests()
    .filter(({ path, method }) => method === 'POST' && path.endsWith('/dispatches'))
  expect(dispatches.map(({ status }) => status)).toEqual([200, 200])
  // Its answer was written down, so nobody had to look whether it has started.
  const searches = world.github.requests().filter(({ path }) => /\/prentice\.yml\/runs/.test(path))
  expect(searches).toEqual([])
})
