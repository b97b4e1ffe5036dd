import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import type { PendingCleanup } from '../../../src/app/domain/run.ts'
import { advanceRun, type RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import { events, NOW, newJob } from './run-events.ts'

const { dispatching, dispatched, claimed, publishing, tokenRevoked, reported } = events
const LATER = NOW + 5_000

function after(happened: readonly RunEvent[], end: RunEvent): Job {
  let job = newJob()
  for (const event of [...happened, end]) {
    const transition = advanceRun(job, event, event === end ? LATER : NOW)
    if (transition.kind === 'ignored') throw new Error(transition.why)
    job = transition.job
  }
  return job
}

const cleanupOf = (happened: readonly RunEvent[], end: RunEvent = events.cancelled): PendingCleanup => {
  const [cleanup, ...others] = after(happened, end).cleanups
  if (cleanup === undefined || others.length > 0) throw new Error('there is not one cleanup')
  return cleanup
}

const RUNNING = [dispatching, dispatched, claimed]

test('a run that was not dispatched leaves nothing to clean up', () => {
  expect(after([], events.cancelled).cleanups).toEqual([])
})

test('a run without a result is cancelled immediately', () => {
  expect(cleanupOf(RUNNING)).toEqual({
    run: 1,
    since: LATER,
    dueAt: LATER,
    cancel: true,
    readDelivery: false,
    tries: 0,
    workflow: dispatching.plan.workflow,
    workflowRunId: 5,
    encryptedToken: null,
  })
})

test('a push token is revoked immediately after a cancellation that follows the report', () => {
  expect(cleanupOf([...RUNNING, publishing, reported])).toMatchObject({
    dueAt: LATER,
    cancel: false,
    readDelivery: true,
    encryptedToken: 'encrypted',
  })
})

test('a runner that reported and holds no push token has 30 seconds to end by itself', () => {
  expect(cleanupOf([...RUNNING, publishing, reported, tokenRevoked])).toMatchObject({
    dueAt: LATER + 30_000,
    cancel: false,
    encryptedToken: null,
  })
})

test('a runner that holds a push token and did not report is cancelled, its delivery read', () => {
  expect(cleanupOf([...RUNNING, publishing])).toMatchObject({
    dueAt: LATER,
    cancel: true,
    readDelivery: true,
    encryptedToken: 'encrypted',
  })
})

test('a delivery that was verified is not read again', () => {
  const cleanup = cleanupOf([...RUNNING, publishing, reported, tokenRevoked], events.confirmed)
  expect(cleanup).toMatchObject({ cancel: false, readDelivery: false })
})
