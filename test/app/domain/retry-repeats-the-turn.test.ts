import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { newRun, openRun, repeatRun, waiting, wasNeverClaimed } from '../../../src/app/domain/turns.ts'
import { NOW, newJob } from './run-events.ts'

const LATER = NOW + 5_000

const ended = (over: Partial<Job['run']>): Job => {
  const job = { ...newJob(4), taken: 3 }
  return { ...job, run: { ...job.run, number: 2, first: 2, last: 3, ...over } }
}

test('a retry is a new run of the same prompts', () => {
  const job = ended({ state: 'failed', claimedAt: NOW, attempts: 3 })
  expect(repeatRun(job, LATER)).toEqual({ ...job, run: { ...newRun(3, 2, 3, LATER), retryOf: 2 } })
})

test('the next turn has all waiting messages', () => {
  const job = ended({ state: 'failed', claimedAt: NOW })
  expect(waiting(job)).toBe(1)
  expect(openRun(job, LATER)).toEqual({ ...job, run: newRun(3, 4, 4, LATER) })
})

test('the next turn has the prompts of a run that failed unclaimed, too', () => {
  const job = ended({ state: 'failed', claimedAt: null })
  expect(openRun(job, LATER).run).toEqual(newRun(3, 2, 4, LATER))
})

test('only a failed run was never claimed', () => {
  expect(wasNeverClaimed(ended({ state: 'failed', claimedAt: null }).run)).toBe(true)
  expect(wasNeverClaimed(ended({ state: 'failed', claimedAt: NOW }).run)).toBe(false)
  expect(wasNeverClaimed(ended({ state: 'cancelled', claimedAt: null }).run)).toBe(false)
})

test('a new run is queued and due, and its other fields are empty', () => {
  const { number, state, first, last, queuedAt, dueAt, waiting, githubChanged, attempts, ...rest } = newRun(
    2,
    3,
    4,
    NOW,
  )
  expect({ number, state, first, last, queuedAt, dueAt }).toEqual({
    ...{ number: 2, state: 'queued', first: 3, last: 4, queuedAt: NOW, dueAt: NOW },
  })
  expect({ waiting, githubChanged, attempts }).toEqual({ waiting: false, githubChanged: false, attempts: 0 })
  expect(new Set(Object.values(rest))).toEqual(new Set([null]))
})
