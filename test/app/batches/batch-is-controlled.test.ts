import { expect, test } from 'vitest'
import { readBatch, readUnit } from '../../../src/app/batches/batch-record.ts'
import { recordEnd } from '../../../src/app/batches/batch-state.ts'
import { findJob } from '../../../src/app/job-store/job-record.ts'
import { removeProjects } from '../../../src/app/projects/installed-projects.ts'
import { batchWorld, pages } from './batch-world.ts'

const PROMPT = { prompt: 'Fix the links', each: '*.mdx' } as const

test('a pilot creates two jobs, and waits for a confirmation', async () => {
  const { app, client, work, report, endAll } = await batchWorld(pages(6))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project, first: 2 })
  await work()
  expect((await client.batches.get(id)).jobs).toMatchObject({ total: 6, active: 2, pending: 4 })
  await endAll(id, 'finish', 0.5)
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'waiting',
    reason: expect.stringContaining('the pilot has ended'),
    costUsd: 1,
    jobs: { pending: 4, active: 0, completed: 2 },
  })
  expect((await client.batches.wait(id)).status).toBe('waiting')
  await client.batches.continue(id)
  await work()
  await endAll(id, 'finish')
  await work()
  expect(await client.batches.get(id)).toMatchObject({ status: 'completed', jobs: { completed: 6 } })
  expect(await report(id)).toHaveLength(6)
})

test('a late or repeated confirmation continues only what it names', async () => {
  const { app, client, work, endAll } = await batchWorld(pages(4))
  const wanted = { ...PROMPT, projectId: app.project, first: 2, atOnce: 1, limitUsd: 2 }
  const { id, ...created } = await client.batches.create(wanted)
  expect(created.waitId).toBeUndefined()
  const endPilot = async () => {
    for (let job = 0; job < 2; job++) {
      await work()
      await endAll(id, 'fail', 0.1)
    }
    await work()
    return (await client.batches.get(id)).waitId
  }
  const first = await endPilot()
  await client.batches.retry(id)
  const pilot = await endPilot()
  expect([first, pilot]).toEqual([expect.any(String), expect.any(String)])
  await expect(client.batches.continue(id, { waitId: first })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('no longer waits for what `waitId` names'),
  })
  expect((await client.batches.get(id)).waitId).toBe(pilot)
  await client.batches.continue(id, { waitId: pilot })
  expect((await client.batches.continue(id, { waitId: pilot })).status).toBe('running')
  await work()
  await endAll(id, 'finish', 1.5)
  await work()
  const { waitId: limit, reason } = await client.batches.get(id)
  expect(reason).toContain('1.90 of 2 US dollars')
  await expect(client.batches.continue(id, { waitId: pilot, limitUsd: 5 })).rejects.toMatchObject({
    status: 409,
  })
  await client.batches.continue(id, { waitId: limit, limitUsd: 5 })
  expect((await client.batches.continue(id, { waitId: limit, limitUsd: 5 })).limitUsd).toBe(5)
  await expect(client.batches.continue(id, { waitId: limit, limitUsd: 3 })).rejects.toMatchObject({
    status: 409,
  })
  expect(await client.batches.get(id)).toMatchObject({ status: 'running', limitUsd: 5 })
})

test('a batch that is cancelled at its pilot has created two jobs', async () => {
  const { app, client, work, report } = await batchWorld(pages(300))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project, per: 12, first: 2 })
  await work()
  expect((await client.batches.cancel(id)).status).toBe('cancelled')
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'cancelled',
    jobs: { total: 25, pending: 23, active: 0, failed: 2 },
  })
  expect((await report(id)).slice(0, 3).map(({ status, reason }) => [status, reason])).toEqual([
    ['failed', 'cancelled'],
    ['failed', 'cancelled'],
    ['pending', null],
  ])
  expect((await client.jobs.list({ projectId: app.project }).first()).items).toHaveLength(2)
  expect((await client.batches.cancel(id)).status).toBe('cancelled')
  await expect(client.batches.continue(id)).rejects.toMatchObject({ status: 409 })
  await expect(client.batches.retry(id)).rejects.toMatchObject({ status: 409 })
})

test('a retry starts what failed again, as the same jobs', async () => {
  const { app, client, work, report, end, endAll } = await batchWorld(pages(3))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project })
  await work()
  const before = await report(id)
  const [first, second, third] = before
  if (!first || !second || !third) throw new Error('there are no three jobs')
  await end(first, 'finish', 0.1)
  await end(second, 'fail', 0.2)
  await end(third, 'fail', 0.2)
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'completed',
    jobs: { completed: 1, failed: 2 },
  })
  expect((await report(id))[1]).toMatchObject({
    reason: 'model-failed',
    message: expect.stringContaining('no answer'),
  })
  // Somebody has retried one already.
  await client.jobs.retry({ projectId: app.project, id: third.jobId ?? '' })
  await client.batches.retry(id)
  await work()
  expect(await client.batches.get(id)).toMatchObject({ status: 'running', jobs: { active: 2, failed: 0 } })
  expect((await report(id))[1]).not.toHaveProperty('message')
  await endAll(id, 'finish', 0.3)
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'completed',
    jobs: { completed: 3, failed: 0 },
    costUsd: 1.1,
  })
  expect((await report(id)).map(({ jobId }) => jobId)).toEqual(before.map(({ jobId }) => jobId))
  await expect(client.batches.retry(id)).rejects.toMatchObject({ status: 409 })
})

test('the jobs share the limit in dollars, and stop at it', async () => {
  const { app, client, work, endAll } = await batchWorld(pages(10))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project, atOnce: 2, limitUsd: 3 })
  await work()
  const caps = async () =>
    (
      await Promise.all(
        (
          await client.jobs.list({ projectId: app.project }).first()
        ).items.map((job) => findJob(app.parts.store, { project: app.project, job: job.id })),
      )
    ).map((job) => job?.batch?.capUsd)
  expect(await caps()).toEqual([1.5, 1.5])
  await endAll(id, 'finish', 1.4)
  await work()
  // 0.20 is left, which is less than a run needs.
  expect(await client.batches.get(id)).toMatchObject({
    status: 'waiting',
    reason: expect.stringContaining('2.80 of 3 US dollars'),
    jobs: { completed: 2, pending: 8 },
  })
  await expect(client.batches.continue(id)).rejects.toMatchObject({ status: 409 })
  await client.batches.continue(id, { limitUsd: 5 })
  await work()
  expect((await client.batches.get(id)).jobs.active).toBe(2)
})

test('few jobs share the whole limit, however many could be active', async () => {
  const { app, client, work, report } = await batchWorld(pages(2))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project, atOnce: 5, limitUsd: 3 })
  await work()
  const jobs = await report(id)
  const loaded = jobs.map(({ jobId }) => findJob(app.parts.store, { project: app.project, job: jobId ?? '' }))
  expect((await Promise.all(loaded)).map((job) => job?.batch?.capUsd)).toEqual([1.5, 1.5])
})

test('a pilot that reached the limit before its last job needs a higher one, and stays a pilot', async () => {
  const { app, client, work, endAll } = await batchWorld(pages(6), { rateLimit: 1 })
  const wanted = { ...PROMPT, projectId: app.project, first: 2, limitUsd: 0.5 }
  const { id } = await client.batches.create(wanted)
  await work()
  await endAll(id, 'finish', 0.4)
  app.clock.at += 3_600_001
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'waiting',
    reason: expect.stringContaining('0.40 of 0.5 US dollars'),
    jobs: { completed: 1, pending: 5 },
  })
  await expect(client.batches.continue(id)).rejects.toMatchObject({ status: 409 })
  await client.batches.continue(id, { limitUsd: 5 })
  await work()
  await endAll(id, 'finish', 0.1)
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'waiting',
    reason: expect.stringContaining('the pilot has ended'),
    jobs: { completed: 2, pending: 4 },
  })
})

test('a job that people continue keeps its result in the report until that work ends', async () => {
  const { app, client, work, endAll } = await batchWorld(pages(1))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project })
  await work()
  await endAll(id, 'fail')
  await work()
  const stored = await readBatch(app.store, id)
  if (stored === null) throw new Error('there is no batch')
  const { unit } = await readUnit(app.store, id, 1)
  const none = { reason: null, message: null, prLink: null, changed: null }
  const continued = { ...none, state: 'active', costUsd: 0.5 } as const
  const after = recordEnd(stored.batch, unit, continued)
  expect(after.unit).toMatchObject({ state: 'failed', reason: 'model-failed', costUsd: 0.5 })
  expect(after.batch).toMatchObject({ failed: 1, active: [], spentUsd: 0.5 })
})

test('a retry does not repeat what a person has retried successfully', async () => {
  const { app, client, work, due, handle, report, endAll, end } = await batchWorld(pages(1))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project })
  await work()
  const [job] = await report(id)
  if (job?.jobId == null) throw new Error('there is no job')
  await endAll(id, 'fail')
  await work()
  await client.jobs.retry({ projectId: app.project, id: job.jobId })
  await end(job, 'finish')
  await client.batches.retry(id)
  for (const entry of await due()) if (entry.key.includes('/step/')) await handle(entry)
  expect(await report(id)).toMatchObject([{ status: 'active', reason: null }])
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'completed',
    jobs: { completed: 1, failed: 0 },
  })
})

test('a job that a person has retried keeps its share of the limit, so that the others get less', async () => {
  const { app, client, work, report, endAll } = await batchWorld(pages(3))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project, limitUsd: 3 })
  await work()
  await endAll(id, 'fail')
  await work()
  const jobs = await report(id)
  await client.jobs.retry({ projectId: app.project, id: jobs[0]?.jobId ?? '' })
  await client.batches.retry(id)
  await work()
  const loaded = jobs.map(({ jobId }) => findJob(app.parts.store, { project: app.project, job: jobId ?? '' }))
  expect((await Promise.all(loaded)).map((job) => job?.batch?.capUsd)).toEqual([1, 1, 1])
})

test('a batch over projects creates one job in each, and names those that it cannot create', async () => {
  const { app, client, work, report, endAll } = await batchWorld([], { more: ['web', 'api'] })
  const projects: string[] = []
  for await (const { id } of client.projects.list()) projects.push(id)
  const { id } = await client.batches.create({
    prompt: 'Update the licence',
    projectIds: projects,
    atOnce: 1,
  })
  await removeProjects(app.parts.store, 1, [5001])
  for (let round = 0; round < 3; round++) {
    await work()
    await endAll(id, 'finish')
  }
  await work()
  expect((await report(id)).map(({ repository, status, files }) => [repository, status, files])).toEqual([
    ['https://github.com/acme/web', 'completed', null],
    ['https://github.com/acme/api', 'failed', null],
    ['https://github.com/acme/docs', 'completed', null],
  ])
  expect((await client.batches.get(id)).jobs).toMatchObject({ completed: 2, failed: 1 })
})
