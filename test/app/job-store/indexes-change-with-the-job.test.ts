import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import type { Run } from '../../../src/app/domain/run.ts'
import {
  dueEntryOf,
  jobCommit,
  readView,
  slotEntryOf,
  waitingEntryOf,
} from '../../../src/app/job-store/job-commit.ts'
import { RecordUnreadable } from '../../../src/app/store/store.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { events, NOW, newJob } from '../domain/run-events.ts'

const RETENTION = { archiveAfterMs: 1_000, deleteAfterMs: 1_000 }
const { workflow } = events.dispatching.plan
const ID = 'job_01k00000000000000000000000'
const KEY = JSON.stringify({ project: 'prj_7', job: ID })

const jobWith = (run: Partial<Run> = {}, job: Partial<Job> = {}): Job => {
  const before = newJob()
  return { ...before, dueAt: NOW, ...job, run: { ...before.run, ...run } }
}

const commitOf = (before: Job | null, after: Job, ended: Run | null = null) =>
  jobCommit(before && { raw: 'as it was', job: before }, after, ended, RETENTION)

const written = (before: Job | null, after: Job, ended: Run | null = null) =>
  Object.fromEntries(commitOf(before, after, ended).set.map(({ key, value }) => [key, value]))

const WAITING_AT = `1800000000000`
const LISTED = `by/prj_7/active/8199999999999/${ID}`
const DUE = `due/${WAITING_AT}/job/prj_7/${ID}`

test('a new job is written with view, place in the list and place in the due queue', () => {
  const job = jobWith()
  const { checks, del } = commitOf(null, job)
  expect([checks, del]).toEqual([[{ key: `job/${ID}/prj_7`, value: null }], []])
  const set = written(null, job)
  expect(Object.keys(set)).toEqual([`job/${ID}/prj_7`, `view/${ID}/prj_7`, LISTED, DUE])
  expect(JSON.parse(set[`job/${ID}/prj_7`] ?? '')).toEqual({ ...job, rev: 1, dueAt: NOW })
  expect([set[LISTED], set[DUE]]).toEqual(['', '"queued"'])
  expect(readView(set[`view/${ID}/prj_7`] ?? '')).toMatchObject({ reason: null })
})

test('a change increments the revision, checks the record, and writes only entries that change', () => {
  const { checks, set, del } = commitOf(jobWith(), jobWith({ attempts: 1 }))
  expect(checks).toEqual([{ key: `job/${ID}/prj_7`, value: 'as it was' }])
  expect(set.map(({ key }) => key)).toEqual([`job/${ID}/prj_7`])
  expect(JSON.parse(set[0]?.value ?? '').rev).toBe(2)
  expect(del).toEqual([])
})

const EXPECTED_REASON = reason('runner-failed', 'x')
const FAILED = jobWith({ state: 'failed', reason: EXPECTED_REASON })

test.each<[string, Job, Job]>([
  ['its status', jobWith(), jobWith({ state: 'succeeded' })],
  ['its reason', FAILED, jobWith({ state: 'failed', reason: reason('cancelled') })],
  ['its branch', jobWith(), jobWith({}, { branchExists: true })],
  [
    'its pull request',
    jobWith(),
    jobWith({}, { pullRequest: { number: 3, url: 'https://github.com/o/r/3' } }),
  ],
  ['its archiving', FAILED, jobWith({ state: 'failed', reason: EXPECTED_REASON }, { archivedAt: NOW })],
])('the view is written with %s', (_, before, after) => {
  expect(written(before, after)[`view/${ID}/prj_7`]).toBe(written(null, after)[`view/${ID}/prj_7`])
})

test('a view that stays the same is not written', () => {
  const account = { accountId: 77, title: 'Fix it' }
  const job = jobWith({}, account)
  const view = `view/${ID}/prj_7`
  expect(written(job, { ...job, messages: 2 })).not.toHaveProperty([view])
  expect(written(job, jobWith({ state: 'running' }, account))).not.toHaveProperty([view])
  // The entry of another account needs the view.
  const moved = written(job, { ...job, accountId: 78 })
  expect(moved).not.toHaveProperty([view])
  const entry = Object.entries(written(null, job)).find(([key]) => key.startsWith('account-job/77/'))
  expect(moved).toMatchObject({ [entry?.[0].replace('/77/', '/78/') ?? '']: entry?.[1] })
})

test('an entry that moves is deleted at its old place', () => {
  const after = jobWith({ dueAt: NOW + 5 })
  expect(commitOf(jobWith(), after).del).toEqual([DUE])
  expect(written(jobWith(), after)).toMatchObject({ [`due/1800000000005/job/prj_7/${ID}`]: '"queued"' })
})

test('an entry whose value changes is written at the same place', () => {
  expect(written(jobWith(), jobWith({ state: 'running' }))).toMatchObject({ [DUE]: '"running"' })
})

test('a run that waits for a slot is in its queue and counted as waiting', () => {
  const waiting = jobWith({ waiting: true })
  expect(waitingEntryOf(waiting)).toBe(`waiting/prj_7/${WAITING_AT}/${ID}`)
  expect(waitingEntryOf(jobWith())).toBeNull()
  expect(written(jobWith(), waiting)).toMatchObject({
    [DUE]: '"waiting"',
    [`waiting/prj_7/${WAITING_AT}/${ID}`]: '',
  })
  expect(commitOf(waiting, jobWith()).del).toEqual([`waiting/prj_7/${WAITING_AT}/${ID}`])
})

test('a dispatched run holds a slot until it ends', () => {
  const slot = 'slot/prj_7/run_7_01k00000000000000000000000_1'
  const dispatched = jobWith({ state: 'dispatched', workflow })
  expect(slotEntryOf(jobWith())).toBeNull()
  expect(slotEntryOf(dispatched)).toBe(slot)
  expect(written(jobWith(), dispatched)).toMatchObject({ [slot]: '' })
  const ended = jobWith({ state: 'failed', workflow, dueAt: null })
  expect(slotEntryOf(ended)).toBeNull()
  expect(commitOf(dispatched, ended).del).toEqual([LISTED, DUE, slot])
})

test('an ended run is stored separately, and its job is listed under its new status', () => {
  const ended = jobWith({ state: 'failed', dueAt: null, reason: reason('runner-failed', 'x') })
  const set = written(jobWith(), ended, ended.run)
  expect(JSON.parse(set[`run/${ID}/000001`] ?? '')).toEqual(ended.run)
  expect(set[`by/prj_7/failed/8199999999999/${ID}`]).toBe('')
  expect(set[`retention/1800000001000/job/prj_7/${ID}`]).toBe('')
  expect(readView(set[`view/${ID}/prj_7`] ?? '')).toMatchObject({ reason: 'runner-failed' })
  expect(written(jobWith(), ended)[`run/${ID}/000001`]).toBeUndefined()
})

test('a job that waits for its cleanup is in the due queue, and without a due time in no queue', () => {
  const cleanup = {
    ...{ run: 1, since: NOW, dueAt: NOW + 7, cancel: true, readDelivery: false, tries: 0 },
    ...{ workflow, workflowRunId: null, encryptedToken: null },
  }
  const job = jobWith({ state: 'failed', dueAt: null }, { cleanups: [cleanup] })
  expect(written(jobWith(), job)).toMatchObject({ [`due/1800000000007/job/prj_7/${ID}`]: '"cleanup"' })
  expect(dueEntryOf({ ...job, dueAt: null })).toBeNull()
})

test('workflow run and pull request have an index entry each, written once', () => {
  const pullRequest = { number: 3, url: 'https://github.com/o/r/pull/3' }
  const dispatched = jobWith({ state: 'dispatched', workflow, workflowRunId: 5 })
  expect(written(jobWith({ workflow }), dispatched)).toMatchObject({ 'wr/7/5': KEY })
  expect(written(null, dispatched)).toMatchObject({ 'wr/7/5': KEY })
  expect(written(null, jobWith({ workflow }))).not.toHaveProperty(['wr/7/null'])
  expect(written(dispatched, dispatched)).not.toHaveProperty(['wr/7/5'])
  expect(written(jobWith(), jobWith({ workflowRunId: 5 }))).not.toHaveProperty(['wr/7/5'])
  const published = { ...dispatched, pullRequest }
  expect(written(dispatched, published)).toMatchObject({ 'pr/7/3': KEY })
  expect(written(published, published)).not.toHaveProperty(['pr/7/3'])
  expect(written(null, published)).toMatchObject({ 'pr/7/3': KEY })
  const next = { ...published, pullRequest: { ...pullRequest, number: 4 } }
  expect(written(published, next)).toMatchObject({ 'pr/7/4': KEY })
})

test.each(['', '{"id":1}', 'x\n', 'x\n[1]', 'x\n[}', 'x\n{"id":1', '\n{"id":1}\n'])(
  '%j is not a view',
  (stored) => {
    expect(() => readView(stored)).toThrow(RecordUnreadable)
    expect(() => readView(stored)).toThrow('the stored view of this job is damaged: restore it from a backup')
  },
)

test('a view consists of its reason and its body', () => {
  expect(readView('cancelled\n{"id":1}')).toEqual({ reason: 'cancelled', body: '{"id":1}' })
  expect(readView('\n{"id":1}')).toEqual({ reason: null, body: '{"id":1}' })
})

test('the entry in the list of the account contains the job as lists show it, and moves with the account', () => {
  const job = jobWith({}, { accountId: 77, title: 'Fix it' })
  const entry = `account-job/77/8199999999999/${ID}`
  expect(JSON.parse(written(null, job)[entry] ?? '')).toEqual({
    ...JSON.parse(readView(written(null, job)[`view/${ID}/prj_7`] ?? '').body),
    projectId: 'prj_7',
    title: 'Fix it',
    createdBy: { kind: 'key', id: expect.any(String), name: expect.any(String) },
    endedAt: null,
    reason: null,
  })
  expect(
    Object.keys(written(job, jobWith({ attempts: 1 }, { accountId: 77, title: 'Fix it' }))),
  ).not.toContain(entry)

  const why = reason('no-change', 'x')
  const ended = jobWith({ state: 'succeeded', endedAt: NOW, reason: why }, { accountId: 77, title: 'Fix it' })
  expect(JSON.parse(written(job, ended)[entry] ?? '')).toMatchObject({
    status: 'completed',
    endedAt: new Date(NOW).toISOString(),
    reason: 'no-change',
  })
  const retitled = jobWith({}, { accountId: 77, title: null })
  expect(JSON.parse(written(job, retitled)[entry] ?? '')).toMatchObject({ title: null })

  const moved = jobWith({}, { accountId: 78, title: 'Fix it' })
  expect(commitOf(job, moved).del).toEqual([entry])
  expect(written(job, moved)).toHaveProperty([entry.replace('/77/', '/78/')])
})
