import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, pollUntilFinal, until } from '../support/world/jobs.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const DISPATCH = /^POST \/\S+\/dispatches$/
const dispatches = () =>
  world.github.requests().filter(({ method, path }) => DISPATCH.test(`${method} ${path}`))

test('no dispatch before the time that GitHub names; new jobs are taken all the same', async () => {
  const message = 'You have exceeded a secondary rate limit.'
  world.github.failNext(DISPATCH, { status: 403, retryAfter: 2, message })
  const jobs = [await createJob(world, 'Create a.md with "1"')]
  const limited = await until('the limit to be met', () => dispatches()[0] ?? null)
  jobs.push(await createJob(world, 'Create b.md with "1"'))
  for (const { id } of jobs) expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  expect(dispatches().map(({ status }) => status)).toEqual([403, 200, 200])
  expect(Number(dispatches()[1]?.at) - Number(limited.at)).toBeGreaterThanOrEqual(2_000)
})
