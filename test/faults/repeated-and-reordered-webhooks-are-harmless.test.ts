import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../sandbox/github/faults/seeded-random.ts'
import { JobRecord, jobKeys } from '../../src/app/job-store/job-record.ts'
import { readEntries, recount } from '../support/world/check-indexes.ts'
import { createJob, pollUntilFinal, until, untilRunIs } from '../support/world/jobs.ts'
import { pullsOf, workflowRunOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

/** The job's record once nothing is left to do for it on GitHub. */
const restingRecord = (id: string): Promise<string> =>
  until(`job ${id} to rest`, async () => {
    const raw = (await readEntries(world.databaseUrl)).get(
      jobKeys.record({ project: world.projectId, job: id }),
    )
    return raw !== undefined && JobRecord.parse(JSON.parse(raw)).cleanups.length === 0 ? raw : null
  })

test('each webhook ten times, the later ones overtaking the earlier', async () => {
  const random = seededRandom(1)
  world.github.routeWebhooks(() => Array.from({ length: 10 }, () => random() * 500))
  const done = await createJob(world, 'Create a.md with "1"')
  const broken = await createJob(world, 'Wait 600 seconds')
  world.runner.kill(workflowRunOf(world, await untilRunIs(world, broken.id, 'running')).id, 'SIGKILL')

  expect((await pollUntilFinal(world, done.id)).job.status).toBe('completed')
  expect((await pollUntilFinal(world, broken.id)).reason).toBe('runner-failed')
  await world.github.settled()
  world.github.routeWebhooks(null)
  expect(await pullsOf(world)).toHaveLength(1)
  expect((await recount(world.databaseUrl)).wrong).toEqual([])

  const before = [await restingRecord(done.id), await restingRecord(broken.id)]
  const told = world.github.deliveries().length
  for (const { guid } of world.github.deliveries().toReversed()) world.github.redeliver(guid)
  await world.github.settled()
  const again = world.github.deliveries().slice(told)
  expect(again.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect([await restingRecord(done.id), await restingRecord(broken.id)]).toEqual(before)
})
