import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import {
  dueAtOf,
  headerReasonOf,
  isSettled,
  nextRetention,
  statusOf,
  viewOf,
} from '../../../src/app/domain/job-view.ts'
import type { PendingCleanup, Run } from '../../../src/app/domain/run.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { events, NOW, newJob } from './run-events.ts'

const RETENTION = { archiveAfterMs: 100, deleteAfterMs: 30 }

const ended = (state: Run['state'], over: Partial<Job> = {}): Job => {
  const job = newJob()
  const why = state === 'succeeded' ? null : reason('runner-failed', 'x')
  return { ...job, ...over, run: { ...job.run, state, reason: why, dueAt: null } }
}

const cleanup = (dueAt: number): PendingCleanup => ({
  run: 1,
  since: NOW,
  dueAt,
  cancel: false,
  readDelivery: false,
  tries: 0,
  workflow: events.dispatching.plan.workflow,
  workflowRunId: null,
  encryptedToken: null,
})

test('a job is settled when its run has ended and nothing is left to clean up', () => {
  expect(isSettled(ended('succeeded'))).toBe(true)
  expect(isSettled(newJob())).toBe(false)
  expect(isSettled(ended('succeeded', { cleanups: [cleanup(NOW)] }))).toBe(false)
})

test('a settled job is archived some time after its last activity', () => {
  const job = ended('succeeded', { lastActivityAt: NOW + 7 })
  expect(nextRetention(job, RETENTION)).toEqual({ action: 'archive', at: NOW + 107 })
  expect(nextRetention(job, { ...RETENTION, archiveAfterMs: null })).toBeNull()
})

test('the texts of an archived job are deleted some time after its archiving, once', () => {
  const job = ended('failed', { archivedAt: NOW + 9 })
  expect(nextRetention(job, RETENTION)).toEqual({ action: 'delete', at: NOW + 39 })
  expect(nextRetention(job, { ...RETENTION, deleteAfterMs: null })).toBeNull()
  expect(nextRetention({ ...job, deletedAt: NOW + 40 }, RETENTION)).toBeNull()
})

test('retention does not touch a job that is not settled', () => {
  expect(nextRetention({ ...newJob(), archivedAt: NOW }, RETENTION)).toBeNull()
  expect(nextRetention(ended('failed', { cleanups: [cleanup(NOW)] }), RETENTION)).toBeNull()
})

test('a job is due for the earliest of its run and its cleanups', () => {
  const job = newJob()
  const running = { ...job, run: { ...job.run, dueAt: NOW + 5 } }
  expect(dueAtOf(running, RETENTION)).toBe(NOW + 5)
  expect(dueAtOf({ ...running, cleanups: [cleanup(NOW + 8), cleanup(NOW + 3)] }, RETENTION)).toBe(NOW + 3)
  expect(dueAtOf(ended('failed', { cleanups: [cleanup(NOW + 8)] }), RETENTION)).toBe(NOW + 8)
})

test('a settled job is due for its retention, or never', () => {
  expect(dueAtOf(ended('failed'), RETENTION)).toBe(NOW + 100)
  expect(dueAtOf(ended('failed'), { archiveAfterMs: null, deleteAfterMs: null })).toBeNull()
})

test.each<[string, Job, string | null]>([
  ['active', newJob(), null],
  ['completed', ended('succeeded'), null],
  ['failed', ended('failed'), 'runner-failed'],
  ['failed', ended('cancelled'), 'runner-failed'],
  ['archived', ended('failed', { archivedAt: NOW }), null],
])('the status of a job is %s', (status, job, failure) => {
  expect(statusOf(job)).toBe(status)
  expect(headerReasonOf(job)).toBe(failure)
})

test('a failed run without a reason has no code', () => {
  const job = ended('failed')
  expect(headerReasonOf({ ...job, run: { ...job.run, reason: null } })).toBeNull()
})

test('callers see branch, pull request and archiving only once they exist', () => {
  const job = newJob()
  const view = {
    id: job.id,
    status: 'active',
    source: { repository: 'https://github.com/o/r', ref: null },
    model: 'anthropic/x',
    prLink: null,
    createdAt: '2027-01-15T08:00:00.000Z',
    archivedAt: null,
  }
  expect(viewOf(job)).toEqual(view)
  const url = 'https://github.com/o/r/pull/3'
  expect(
    viewOf({ ...job, branchExists: true, pullRequest: { number: 3, url }, archivedAt: NOW + 1_000 }),
  ).toEqual({
    ...view,
    status: 'archived',
    source: { ...view.source, ref: 'prentice/0000000000' },
    prLink: url,
    archivedAt: '2027-01-15T08:00:01.000Z',
  })
})
