import { expect, test } from 'vitest'
import {
  classifyWorkflowRun,
  nextPollIn,
  type ObservedWorkflowRun,
} from '../../../src/app/domain/classify-workflow-run.ts'
import type { Run } from '../../../src/app/domain/run.ts'
import type { ReasonCode } from '../../../src/contract/reasons.ts'
import { NOW, newJob } from './run-events.ts'

const HOUR = 3_600_000
const DISPATCHED: Run = { ...newJob().run, state: 'dispatched', dispatchedAt: NOW, workflowRunId: 5 }
const CLAIMED: Run = { ...DISPATCHED, state: 'running', claimedAt: NOW }

const RUNS = {
  dispatched: DISPATCHED,
  claimed: CLAIMED,
  unknown: { ...DISPATCHED, workflowRunId: null },
}

const shown = (over: Partial<ObservedWorkflowRun>): ObservedWorkflowRun => ({
  status: 'in_progress',
  conclusion: null,
  attempt: 1,
  ...over,
})
const completed = (conclusion: string | null) => shown({ status: 'completed', conclusion })

const classify = (
  run: Run,
  workflowRun: ObservedWorkflowRun | null,
  waitedMs = 0,
  startWithinMs = 24 * HOUR,
) => classifyWorkflowRun(run, workflowRun, { now: NOW + waitedMs, startWithinMs })

test.each<[keyof typeof RUNS, ObservedWorkflowRun | null, ReasonCode, string]>([
  ['claimed', completed('cancelled'), 'runner-cancelled', 'cancelled, while it worked'],
  ['claimed', completed('timed_out'), 'runner-timed-out', 'timed_out, while it worked'],
  ['claimed', completed('success'), 'runner-failed', 'success, while it worked'],
  ['claimed', completed('skipped'), 'runner-failed', 'skipped, while it worked'],
  ['claimed', completed('failure'), 'runner-failed', 'failure, while it worked'],
  ['claimed', completed(null), 'runner-failed', 'no conclusion, while it worked'],
  [
    'dispatched',
    completed('startup_failure'),
    'startup-failure',
    'startup_failure, before it claimed its work',
  ],
  ['dispatched', completed('failure'), 'runner-failed', 'failure, before it claimed its work'],
  ['dispatched', completed('success'), 'not-claimed', 'success'],
  ['dispatched', completed('skipped'), 'not-claimed', 'skipped'],
  ['dispatched', completed('neutral'), 'not-claimed', 'neutral'],
  ['dispatched', shown({ attempt: 2 }), 'run-repeated', 'attempt 2'],
  ['claimed', shown({ attempt: 2 }), 'run-repeated', 'attempt 2'],
  ['dispatched', null, 'run-gone', 'it was deleted, or the repository was recreated'],
  ['claimed', null, 'run-gone', 'it was deleted, or the repository was recreated'],
])('a %s run that GitHub shows as %j is %s', (name, workflowRun, code, detail) => {
  expect(classify(RUNS[name], workflowRun)).toMatchObject({ code, message: expect.stringContaining(detail) })
})

test.each<[keyof typeof RUNS, ObservedWorkflowRun | null, ReasonCode, string]>([
  ['dispatched', shown({ status: 'queued' }), 'not-started', 'it is queued after 24 hours'],
  ['dispatched', shown({ status: 'in_progress' }), 'not-started', 'it is in_progress after 24 hours'],
  ['dispatched', shown({ status: 'waiting' }), 'approval-missing', 'it is waiting after 24 hours'],
  ['dispatched', completed('action_required'), 'approval-missing', 'it is action_required after 24 hours'],
  ['unknown', null, 'run-not-found', 'after 24 hours'],
])(
  'a run that is %s, and that GitHub shows as %j, fails when its time to start is over',
  (name, workflowRun, code, detail) => {
    const run = RUNS[name]
    expect(classify(run, workflowRun, 24 * HOUR)).toBeNull()
    expect(classify(run, workflowRun, 24 * HOUR + 1)).toMatchObject({
      code,
      message: expect.stringContaining(detail),
    })
    const claimed = { ...run, claimedAt: NOW }
    expect(classify(claimed, workflowRun, 24 * HOUR + 1)).toBeNull()
  },
)

test('the time to start counts from the dispatch, or without one from the queueing', () => {
  const queued = { ...DISPATCHED, dispatchedAt: null, queuedAt: NOW - HOUR }
  expect(classify(queued, shown({ status: 'queued' }), 1, HOUR)?.code).toBe('not-started')
  const dispatched = { ...DISPATCHED, queuedAt: NOW - HOUR }
  expect(classify(dispatched, shown({ status: 'queued' }), 1, HOUR)).toBeNull()
})

test.each([
  [HOUR, 'after 1 hour.'],
  [1.5 * HOUR, 'after 1.5 hours.'],
  [36_000, 'after 0 hours.'],
  [360_000, 'after 0.1 hours.'],
])('%i ms are described as %s', (startWithinMs, told) => {
  const why = classify(DISPATCHED, shown({ status: 'queued' }), startWithinMs + 1, startWithinMs)
  expect(`${why?.message.match(/after [\d.]+ hours?/)?.[0]}.`).toBe(told)
})

test.each([
  [0, 60_000],
  [4 * 60_000, 60_000],
  [4 * 60_000 + 4, 60_001],
  [40 * 60_000, 10 * 60_000],
  [60 * 60_000, 15 * 60_000],
  [10 * HOUR, 15 * 60_000],
])('a run that was dispatched %i ms ago is polled in %i ms', (waitedMs, inMs) => {
  expect(nextPollIn(DISPATCHED, NOW + waitedMs)).toBe(inMs)
  expect(nextPollIn({ ...DISPATCHED, dispatchedAt: null, queuedAt: NOW }, NOW + waitedMs)).toBe(inMs)
  expect(nextPollIn(CLAIMED, NOW + waitedMs)).toBe(60_000)
})
