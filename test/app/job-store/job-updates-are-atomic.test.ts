import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { runId } from '../../../src/app/domain/run-id.ts'
import type { Transition } from '../../../src/app/domain/run-state-machine.ts'
import { slotKeys } from '../../../src/app/job-store/job-commit.ts'
import { loadJob } from '../../../src/app/job-store/job-record.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import {
  advanceJob,
  batchQueueKeys,
  rescheduleJob,
  updateJob,
} from '../../../src/app/job-store/update-job.ts'
import { createKeyedQueue, queueIfLimited } from '../../../src/app/limits/rate-limit.ts'
import { mergeCommits } from '../../../src/app/store/store.ts'
import { useCases } from '../../support/app/use-cases.ts'

const PROJECT = 'prj_ya'

async function world(runsAtOnce = 5) {
  const cases = await useCases(undefined, { runsAtOnce })
  let due = 0
  const deps = {
    ...cases,
    onDue: () => {
      due += 1
    },
  }
  const { id } = await cases.newJob()
  return { deps, key: { project: PROJECT, job: id }, due: () => due, read: () => cases.job(id) }
}

const applied = (job: Job): Transition => ({ kind: 'applied', job, ended: null })

test('the timers are notified only of a job that is due after a change', async () => {
  const { deps, key, due } = await world()
  const later = (at: number) =>
    advanceJob(deps, { ...key, run: 1 }, { type: 'rescheduled', dueAt: deps.clock.at + at })
  await later(1)
  expect(due()).toBe(0)
  await later(0)
  expect(due()).toBe(1)
})

test('an ignored event writes nothing and has a reason', async () => {
  const { deps, key, due, read } = await world()
  const before = await read()
  const update = await updateJob(deps, key, () => ({
    transition: { kind: 'ignored', why: 'a test' },
    extraCommit: { set: [{ key: 'x', value: '1' }] },
    outcome: 5,
  }))
  expect(update).toEqual({ kind: 'ignored', why: 'a test', job: before, outcome: 5 })
  expect([await read(), await deps.store.get('x'), due()]).toEqual([before, undefined, 0])
})

test('an unknown job is absent', async () => {
  const { deps } = await world()
  const key = { project: PROJECT, job: 'job_0' }
  expect(await loadJob(deps.store, key)).toBeNull()
  expect(await advanceJob(deps, { ...key, run: 1 }, { type: 'github-changed' })).toEqual({ kind: 'absent' })
})

test('additional writes are atomic with the job', async () => {
  const { deps, key, read } = await world()
  const write = (checks: { key: string; value: string | null }[]) =>
    updateJob(deps, key, async (job) => ({
      transition: applied({ ...job, model: 'anthropic/y' }),
      extraCommit: { checks, set: [{ key: 'x', value: '1' }] },
      outcome: 'written',
    }))
  expect(await write([{ key: 'x', value: null }])).toMatchObject({ kind: 'done', outcome: 'written' })
  expect([(await read()).model, await deps.store.get('x')]).toEqual(['anthropic/y', '1'])
})

test('a conflicting change is decided again from the new record', async () => {
  const { deps, key, read } = await world()
  let decided = 0
  await updateJob(deps, key, async (job) => {
    decided += 1
    if (decided === 1)
      await updateJob(deps, key, (other) => ({
        transition: applied({ ...other, draft: true }),
        outcome: null,
      }))
    return { transition: applied({ ...job, model: 'anthropic/y' }), outcome: null }
  })
  expect([decided, await read()]).toMatchObject([2, { draft: true, model: 'anthropic/y' }])
})

test('an event of an earlier run is ignored', async () => {
  const { deps, key } = await world()
  expect(await advanceJob(deps, { ...key, run: 2 }, { type: 'github-changed' })).toMatchObject({
    kind: 'ignored',
    why: 'run 2 has ended',
  })
})

test('the run that waits longest for a slot is due when another one ends', async () => {
  const { deps, key } = await world()
  const waiting: string[] = []
  for (let n = 0; n < 2; n++) {
    deps.clock.at += 1_000
    const { id } = await deps.newJob()
    const dueAt = deps.clock.at + 60_000
    await advanceJob(deps, { project: PROJECT, job: id, run: 1 }, { type: 'no-slot', dueAt })
    waiting.push(id)
  }
  await advanceJob(deps, { ...key, run: 1 }, { type: 'github-changed' })
  const [first = '', second = ''] = waiting
  const dueAt = async (id: string) => (await deps.job(id)).run.dueAt
  expect(await dueAt(first)).toBeGreaterThan(deps.clock.at)
  const why = { code: 'cancelled', message: 'x' } as const
  await advanceJob(deps, { ...key, run: 1 }, { type: 'cancelled', reason: why })
  expect(await dueAt(first)).toBe(deps.clock.at)
  expect(await dueAt(second)).toBe(deps.clock.at + 60_000)
})

test('a queue entry whose job no longer waits is not changed', async () => {
  const { deps, key } = await world()
  const { id } = await deps.newJob()
  const before = await deps.job(id)
  const stale = slotKeys.waiting({ project: PROJECT, job: id }, 0)
  await deps.store.commit({ set: [{ key: stale, value: '' }] })
  const why = { code: 'cancelled', message: 'x' } as const
  await advanceJob(deps, { ...key, run: 1 }, { type: 'cancelled', reason: why })
  expect(await deps.job(id)).toEqual(before)
})

test('a job moves to the queue of the current configuration', async () => {
  const { deps, key, due, read } = await world()
  const why = { code: 'cancelled', message: 'x' } as const
  await advanceJob(deps, { ...key, run: 1 }, { type: 'cancelled', reason: why })
  const retention = { archiveAfterMs: 5, deleteAfterMs: null, auditMs: 1 }
  await rescheduleJob({ ...deps, retention }, key)
  expect((await read()).dueAt).toBe(deps.clock.at + 5)
  const before = due()
  await rescheduleJob({ ...deps, retention: { archiveAfterMs: null, deleteAfterMs: null, auditMs: 1 } }, key)
  expect([(await read()).dueAt, due()]).toEqual([null, before])
})

/** What the queue of batches gets when a run of a job ends that is the third of its batch. */
async function endInBatch(used: { readonly costUsd?: number | null; readonly heartbeat?: string }) {
  const { deps, key, due } = await world()
  const { costUsd, heartbeat } = used
  const batch = { id: 'batch_1', accountId: 77, number: 3 }
  await updateJob(deps, key, (job) => ({ transition: applied({ ...job, batch }), outcome: null }))
  const run = runId({ ...key, run: 1 })
  if (heartbeat !== undefined)
    await deps.store.commit({ set: [{ key: runKeys.heartbeat(run), value: heartbeat }] })
  const before = due()
  await updateJob(deps, key, (job, now) => {
    const usage =
      costUsd === undefined
        ? null
        : { steps: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd }
    const ended = { ...job.run, state: 'succeeded' as const, dueAt: null, endedAt: now, usage }
    return { transition: { kind: 'applied', job: { ...job, run: ended }, ended }, outcome: null }
  })
  const value = await deps.store.get(batchQueueKeys.ended(77, run, deps.clock.at))
  return { batch: JSON.parse(value ?? 'null'), due: due() - before }
}

test.each([
  ['what its runner reported', { costUsd: 0.5, heartbeat: '{"at":1,"costUsd":9}' }, 0.5],
  ['what its events reported, if its runner knew no cost', { costUsd: null, heartbeat: '{"costUsd":2}' }, 2],
  ['what its events reported, without a result', { heartbeat: '{"costUsd":2}' }, 2],
  ['nothing, if its events reported nothing', { heartbeat: '{"at":1}' }, 0],
  ['nothing, without events', {}, 0],
])('a run of a batch that ends charges the batch with %s', async (_, used, costUsd) => {
  const ended = await endInBatch(used)
  expect(ended.batch).toEqual({ batch: 'batch_1', number: 3, costUsd })
  expect(ended.due).toBe(1)
})

test('the end of a run of no batch adds nothing to the queue of batches', async () => {
  const { deps, key, due } = await world()
  const before = due()
  const why = { code: 'cancelled', message: 'x' } as const
  await advanceJob(deps, { ...key, run: 1 }, { type: 'cancelled', reason: why })
  expect(await deps.store.list({ prefix: 'batching/', limit: 1 })).toEqual([])
  expect(due()).toBe(before)
})

test('a merged commit is on disk if one of its parts has to be', () => {
  expect(mergeCommits({}, { isOnDisk: true }, {})).toEqual({ checks: [], set: [], del: [], isOnDisk: true })
})

test('commits are merged field by field', () => {
  const one = { checks: [{ key: 'a', value: null }], set: [{ key: 'b', value: '1' }], del: ['c'] }
  const other = { checks: [{ key: 'd', value: '1' }], set: [{ key: 'e', value: '1' }], del: ['f'] }
  expect(mergeCommits({}, {})).toStrictEqual({ checks: [], set: [], del: [] })
  expect(mergeCommits(one, {})).toEqual(one)
  expect(mergeCommits({}, other)).toEqual(other)
  expect(mergeCommits(one, other)).toEqual({
    checks: [...one.checks, ...other.checks],
    set: [...one.set, ...other.set],
    del: ['c', 'f'],
  })
})

test('uses of a limited project are queued, those of an unlimited project are not', async () => {
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const queue = createKeyedQueue()
  const work = (name: string, rateLimit: number, waitsFor = Promise.resolve()) =>
    queueIfLimited({ rateLimit, queue }, 'p', async () => {
      await waitsFor
      order.push(name)
    })
  const all = [work('first', 1, gate.promise), work('second', 1), work('free', 0)]
  await all[2]
  expect(order).toEqual(['free'])
  gate.resolve()
  await Promise.all(all)
  expect(order).toEqual(['free', 'first', 'second'])
})
