import { expect, test } from 'vitest'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { eventKeys } from '../../../../src/app/job-store/read-progress.ts'
import { runKeys } from '../../../../src/app/job-store/run-history.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { recordPatch } from '../../../../src/app/runs/record-patch.ts'
import type { Store } from '../../../../src/app/store/store.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { changedBeforeCommit } from '../../../support/app/changing-store.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { useCases } from '../../../support/app/use-cases.ts'

const NOTE = { seq: 1, at: '2026-11-20T12:00:00.000Z', event: { type: 'note', text: 'x' } } as const
const STOP = { kind: 'recorded', messages: [], stop: true }

async function reporting() {
  const world = await useCases()
  const { key, run } = await claimedRun(world)
  return {
    ...{ world, key },
    cancel: () => cancelJob(world, key, A_TEST),
    /** A message to the cancelled job opens its second run. */
    continueJob: async () => {
      await cancelJob(world, key, A_TEST)
      await world.message(key.job, 'more')
    },
    report: (store: Store, acknowledged = 1) =>
      recordEvents({ ...world, store }, run, SECRET, { events: [NOTE], acknowledged }),
    save: (store: Store, readPatch = async () => Buffer.from('a patch')) =>
      recordPatch({ ...world, store }, run, SECRET, readPatch),
    events: () => world.store.list({ prefix: eventKeys.of(key.job), limit: 10 }),
    patch: () => world.store.get(runKeys.patch(key.job, 1)),
  }
}

test('an event of a run that has ended is not stored, and the runner stops', async () => {
  const { world, cancel, report, events } = await reporting()
  await cancel()
  expect(await report(world.store)).toEqual(STOP)
  expect(await events()).toEqual([])
})

test.each(['cancel', 'continueJob'] as const)(
  'no event follows the end of a run that comes between reading and writing (%s)',
  async (how) => {
    const scene = await reporting()
    expect(await scene.report(changedBeforeCommit(scene.world.store, 1, scene[how]))).toEqual(STOP)
    expect(await scene.events()).toEqual([])
  },
)

test.each(['cancel', 'continueJob'] as const)(
  'a run that ends while its messages are acknowledged gets none, and stops (%s)',
  async (how) => {
    const scene = await reporting()
    await scene.world.message(scene.key.job, 'two')
    await scene.world.message(scene.key.job, 'three')
    const store = changedBeforeCommit(scene.world.store, 2, scene[how])
    expect(await scene.report(store, 2)).toEqual(STOP)
    expect(await scene.events()).toHaveLength(1)
  },
)

test('no event is stored for a job that is gone', async () => {
  const { world, key, report, events } = await reporting()
  const store = changedBeforeCommit(world.store, 1, () => world.store.commit({ del: [jobKeys.record(key)] }))
  expect(await report(store)).toEqual(STOP)
  expect(await events()).toEqual([])
})

const CANCELLED = (job: string) => ({
  kind: 'refused',
  why: 'run-ended',
  message: `run 1 of job ${job} was cancelled`,
})

test('a patch of a run that was cancelled more than a minute ago is not read', async () => {
  const { world, key, cancel, save } = await reporting()
  await cancel()
  world.clock.at += 60_001
  const read = async () => {
    throw new Error('the body was read')
  }
  expect(await save(world.store, read)).toEqual(CANCELLED(key.job))
})

test('a patch that arrives while its run is cancelled counts from that moment', async () => {
  const { world, key, cancel, save, patch } = await reporting()
  const store = changedBeforeCommit(world.store, 1, async () => {
    await cancel()
    world.clock.at += 60_001
  })
  expect(await save(store)).toEqual(CANCELLED(key.job))
  expect(await patch()).toBeUndefined()
})

test('a patch of a run that failed by itself is saved, however late', async () => {
  const { world, key, save, patch } = await reporting()
  const job = await world.job(key.job)
  const run = { ...job.run, state: 'failed', endedAt: world.clock.at }
  await world.store.commit({ set: [{ key: jobKeys.record(key), value: JSON.stringify({ ...job, run }) }] })
  world.clock.at += 3_600_000
  expect(await save(world.store)).toEqual({ kind: 'saved' })
  expect(await patch()).toBe('a patch')
})

test('a patch with any bytes is saved byte for byte', async () => {
  const { world, save, patch } = await reporting()
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
  await save(world.store, async () => bytes)
  expect(Buffer.from((await patch()) ?? '', 'latin1')).toEqual(bytes)
})

test('only the runner that claimed the run saves its patch, and no other is read', async () => {
  const { world, key } = await reporting()
  const read = async () => {
    throw new Error('the body was read')
  }
  const refused = await recordPatch(world, `${key.job}_1`, SECRET, read)
  expect(refused).toMatchObject({ kind: 'refused' })
})

const DAY_MS = 86_400_000

test('no patch is saved once the texts of the job are due to be deleted, or were', async () => {
  const { world, key, cancel, save, patch } = await reporting()
  await cancel()
  const job = { ...(await world.job(key.job)), archivedAt: world.clock.at, cleanups: [] }
  const write = (over: object) =>
    world.store.commit({ set: [{ key: jobKeys.record(key), value: JSON.stringify({ ...job, ...over }) }] })
  const deleted = {
    kind: 'refused',
    why: 'texts-deleted',
    message: `job ${key.job} was archived, and its texts were deleted`,
  }
  await write({})
  // At the moment of the cancellation, a patch is welcome.
  expect(await save(world.store)).toEqual({ kind: 'saved' })
  await write({ deletedAt: world.clock.at })
  expect(await save(world.store)).toEqual(deleted)
  const run = { ...job.run, state: 'failed' }
  await write({ run })
  const due = world.clock.at + 30 * DAY_MS
  world.clock.at = due - 1
  expect(await save(world.store)).toEqual({ kind: 'saved' })
  world.clock.at = due
  expect(await save(world.store)).toEqual(deleted)
  expect(await patch()).toBe('a patch')
  // Of a job that is only due to be archived, they stay.
  await write({ run, archivedAt: null })
  world.clock.at += 365 * DAY_MS
  expect(await save(world.store)).toEqual({ kind: 'saved' })
})

test('a patch whose job is deleted while it is read is refused', async () => {
  const { world, key, save, patch } = await reporting()
  const done = await save(world.store, async () => {
    await world.store.commit({ del: [jobKeys.record(key)] })
    return Buffer.from('a patch')
  })
  expect(done).toMatchObject({ kind: 'refused', why: 'texts-deleted' })
  expect(await patch()).toBeUndefined()
})
