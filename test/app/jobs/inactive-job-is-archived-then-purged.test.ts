import { expect, test } from 'vitest'
import { jobResponse } from '../../../src/app/http/v2/get-job.ts'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { listRuns } from '../../../src/app/job-store/run-history.ts'
import { unarchiveJob } from '../../../src/app/jobs/archive-job.ts'
import { listJobs } from '../../../src/app/jobs/list-jobs.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { DAY_MS, dueTimes, keysOf, PROJECT, restedJob, restingWorld, takeDue } from './idle-job.ts'

const TEXTS = ['msg/', 'ev/', 'result/', 'patch/']

test('a job is archived exactly 90 days after its last activity', async () => {
  const world = await restingWorld()
  const id = await restedJob(world)
  const { lastActivityAt } = await world.job(id)
  expect(await dueTimes(world)).toEqual([lastActivityAt + 90 * DAY_MS])

  world.clock.at = lastActivityAt + 90 * DAY_MS - 1
  expect(await takeDue(world)).toBe(0)
  world.clock.at += 1
  expect(await takeDue(world)).toBe(1)
  expect((await world.job(id)).archivedAt).toBe(world.clock.at)
  expect(await dueTimes(world)).toEqual([world.clock.at + 30 * DAY_MS])
})

test('a job is neither archived nor deleted before its time', async () => {
  const world = await restingWorld()
  const id = await restedJob(world)
  const look = async (after: number) => {
    world.clock.at += after
    await advanceDueJob(world, { project: PROJECT, job: id })
    const { archivedAt, deletedAt } = await world.job(id)
    return {
      isArchived: archivedAt !== null,
      isDeleted: deletedAt !== null,
      texts: await keysOf(world, ...TEXTS),
    }
  }
  world.clock.at = (await world.job(id)).lastActivityAt
  expect(await look(90 * DAY_MS - 1)).toEqual({ isArchived: false, isDeleted: false, texts: 6 })
  expect(await look(1)).toEqual({ isArchived: true, isDeleted: false, texts: 6 })
  expect(await look(30 * DAY_MS - 1)).toEqual({ isArchived: true, isDeleted: false, texts: 6 })
  expect(await look(1)).toEqual({ isArchived: true, isDeleted: true, texts: 0 })
})

test('30 days later its texts are deleted, and the job, the lists and its runs can still be read', async () => {
  const world = await restingWorld()
  const id = await restedJob(world)
  for (const days of [90, 30]) {
    expect(await keysOf(world, ...TEXTS)).toBe(6)
    world.clock.at += days * DAY_MS
    await takeDue(world)
  }
  expect(await keysOf(world, ...TEXTS)).toBe(0)
  expect(await dueTimes(world)).toEqual([])
  expect((await world.job(id)).deletedAt).toBe(world.clock.at)

  const { body } = jobResponse(
    id,
    await world.store.get(jobKeys.view({ project: PROJECT, job: id })),
    undefined,
  )
  expect(JSON.parse(body)).toMatchObject({ id, status: 'archived' })
  const query = { status: 'archived', limit: 5, after: null } as const
  const { bodies } = await listJobs(world.store, { id: PROJECT, accountId: 77 }, query)
  expect(bodies.map((listed) => JSON.parse(listed))).toEqual([
    {
      ...JSON.parse(body),
      projectId: PROJECT,
      title: null,
      createdBy: expect.anything(),
      endedAt: expect.any(String),
      reason: null,
    },
  ])
  expect(await listRuns(world.store, await world.job(id))).toMatchObject([
    { number: 1, state: 'succeeded', summary: null },
  ])
})

test('a message is activity: it moves the one due time of the job', async () => {
  const world = await restingWorld()
  const id = await restedJob(world)
  world.clock.at += 89 * DAY_MS
  await world.message(id, 'more')
  expect(await dueTimes(world)).toEqual([world.clock.at])
})

test('a job that is unarchived in time keeps its texts for another 90 days', async () => {
  const world = await restingWorld()
  const id = await restedJob(world)
  world.clock.at += 90 * DAY_MS
  await takeDue(world)
  world.clock.at += 30 * DAY_MS
  await unarchiveJob(world, { project: PROJECT, job: id }, A_TEST)
  await takeDue(world)

  expect(await keysOf(world, ...TEXTS)).toBe(6)
  expect(await world.job(id)).toMatchObject({ archivedAt: null, lastActivityAt: world.clock.at })
  expect(await dueTimes(world)).toEqual([world.clock.at + 90 * DAY_MS])
})
