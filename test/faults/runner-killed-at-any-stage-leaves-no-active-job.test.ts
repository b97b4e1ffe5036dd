import { afterAll, beforeAll, expect, test } from 'vitest'
import { recount } from '../support/world/check-indexes.ts'
import { createJob, pollUntilFinal, sendMessage } from '../support/world/jobs.ts'
import { pullsOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'
import { STAGES } from './stages.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

test('killed at each of its stages: the run fails with its reason, and the next turn works', async () => {
  for (const stage of STAGES) world.runner.killAt(stage)
  const jobs = await Promise.all(STAGES.map((stage) => createJob(world, `Create ${stage}.md with "1"`)))
  const reasons: (string | null)[] = []
  for (const { id } of jobs) reasons.push((await pollUntilFinal(world, id)).reason)
  // A kill races with the reports: where the last one came through, the work is done.
  expect(reasons).toContain('runner-failed')
  expect(reasons.every((reason) => reason === 'runner-failed' || reason === null)).toBe(true)

  const some = jobs.slice(-3)
  await Promise.all(some.map(({ id }, i) => sendMessage(world, id, `Create ${i}.md with "2"`)))
  for (const { id } of some) expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  const branches = (await pullsOf(world)).map(({ head }) => head.ref)
  expect(new Set(branches).size).toBe(branches.length)
  expect((await recount(world.databaseUrl)).wrong).toEqual([])
})
