import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import type { Run } from '../../../src/app/domain/run.ts'
import { advanceRun } from '../../../src/app/domain/run-state-machine.ts'
import { isParked, parkRun, wasParked } from '../../../src/app/domain/turns.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { events, NOW, newJob } from './run-events.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SPENT = reason('quota-spent', 'x')

function spent(seconds: number | null, over: Partial<Run> = {}): Job {
  const job = newJob()
  const report = {
    outcome: 'failed' as const,
    headSha: null,
    pullRequest: null,
    reason: SPENT,
    parking: { seconds },
  }
  return { ...job, run: { ...job.run, state: 'failed', reason: SPENT, report, ...over } }
}

test('a run whose runner found the quota used up is continued', () => {
  expect(wasParked(spent(null).run)).toBe(true)
})

test.each<[string, Partial<Run>]>([
  ['that succeeded', { state: 'succeeded' }],
  ['without a report', { report: null }],
  [
    'whose runner could not park it',
    { report: { outcome: 'failed', headSha: null, pullRequest: null, reason: SPENT } },
  ],
  ['that failed for another reason', { reason: reason('model-failed', 'x') }],
  ['without a reason', { reason: null }],
  ['that was parked eight times', { parkings: 8 }],
])('a run %s is not', (_, over) => {
  expect(wasParked(spent(null, over).run)).toBe(false)
})

test('the eighth parking is the last', () => {
  expect(wasParked(spent(null, { parkings: 7 }).run)).toBe(true)
  expect(parkRun(spent(null, { parkings: 7 }), NOW).run.parkings).toBe(8)
})

test.each([
  ['as long as the provider says', 120, 0, 2 * MINUTE_MS],
  ['at least a minute', 5, 0, MINUTE_MS],
  ['at most a day', 7 * 86_400, 0, 24 * HOUR_MS],
  ['15 minutes if the provider says nothing', null, 0, 15 * MINUTE_MS],
  ['twice as long the next time', null, 1, 30 * MINUTE_MS],
  ['at most four hours then', null, 7, 4 * HOUR_MS],
])('a parked run waits %s', (_, seconds, parkings, waitMs) => {
  const next = parkRun(spent(seconds, { parkings, first: 2, last: 3 }), NOW).run
  const until = NOW + waitMs
  expect(next).toMatchObject({ state: 'queued', number: 2, retryOf: 1, first: 2, last: 3 })
  expect(next).toMatchObject({ queuedAt: until, dueAt: until, parkedUntil: until, parkings: parkings + 1 })
})

test('the first parking of a run counts as one', () => {
  expect(parkRun(spent(null), NOW).run.parkings).toBe(1)
})

test('the state machine parks a run that fails this way, and ends others', () => {
  const parking = spent(60, { state: 'delivered', reason: null })
  const failed = { ...events.failed, reason: SPENT }
  const parked = advanceRun(parking, failed, NOW)
  expect(parked).toMatchObject({ kind: 'applied', ended: { number: 1, state: 'failed' } })
  expect(parked).toMatchObject({ job: { run: { number: 2, state: 'queued', parkedUntil: NOW + MINUTE_MS } } })
  expect(advanceRun(parking, events.failed, NOW)).toMatchObject({ job: { run: { number: 1 } } })
})

test.each<[Partial<Run>, boolean]>([
  [{ parkedUntil: NOW }, true],
  [{}, false],
  [{ parkedUntil: NOW, waiting: true }, false],
  [{ parkedUntil: NOW, state: 'running' }, false],
])('whether a queued run with %j is parked: %s', (over, is) => {
  expect(isParked({ ...newJob().run, ...over })).toBe(is)
})
