import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, pollUntilFinal, runsOf } from '../support/jobs.ts'
import { startTestWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const DISPATCH = /^POST \/\S+\/dispatches$/

test('GitHub started it and the answer was lost: it is not started again', async () => {
  world.github.failNext(DISPATCH, 'drop-after')
  const { id } = await createJob(world, 'Create a.md with "1"')
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  expect((await runsOf(world, id))[0]?.workflowRunUrl).toMatch(/\/actions\/runs\/\d+$/)
  expect(world.runner.runs()).toHaveLength(1)
})

// Whether a dispatch started anything is asked after 30 seconds: sooner, it might still be on its way.
test('it never reached GitHub, and the server died over it: it is started once, by itself', async () => {
  const hold = world.github.holdRequest(({ method, path }) => DISPATCH.test(`${method} ${path}`))
  const { id } = await createJob(world, 'Create b.md with "1"')
  await hold.arrived
  await world.stopApp('SIGKILL')
  world.github.failNext(DISPATCH, 'drop-before')
  hold.release()
  await world.startApp()
  expect((await pollUntilFinal(world, id, 60_000)).job.status).toBe('completed')
  expect(world.runner.runs()).toHaveLength(2)
})
