import { LONGEST_PARKING_SECONDS } from '../../contract/runner-protocol/result.ts'
import type { Job, Run } from './job.ts'
import { repeatRun } from './open-run.ts'

const MINUTE_MS = 60_000
const LONGEST_MS = LONGEST_PARKING_SECONDS * 1000
/** If the provider does not say when it answers again: twice as long with each run that finds the quota used up. */
const FIRST_WAIT_MS = 15 * MINUTE_MS
const LONGEST_WAIT_MS = 4 * 60 * MINUTE_MS
/** Each of them starts a runner, only to learn that the quota is still used up. */
export const MAX_PARKINGS = 8

/** Whether the next run continues the work of this one, which has ended. */
export const wasParked = ({ state, report, reason, parkings = 0 }: Run): boolean =>
  // The server may have found another reason than the runner.
  state === 'failed' &&
  report?.parking !== undefined &&
  reason?.code === 'quota-spent' &&
  parkings < MAX_PARKINGS

/**
 * The job with the run that continues the work of this one later. It waits without a slot, and takes the messages that
 * arrive meanwhile. Pure.
 */
export function parkRun(job: Job, now: number): Job {
  const { report, parkings = 0 } = job.run
  const seconds = report?.parking?.seconds ?? null
  const waitMs = seconds === null ? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** parkings) : seconds * 1000
  const until = now + Math.min(LONGEST_MS, Math.max(MINUTE_MS, waitMs))
  const next = repeatRun(job, until)
  return { ...next, run: { ...next.run, parkedUntil: until, parkings: parkings + 1 } }
}

/** Whether the run waits for the quota of its model. */
export const isParked = ({
  state,
  waiting,
  parkedUntil,
}: Pick<Run, 'state' | 'waiting' | 'parkedUntil'>): boolean =>
  state === 'queued' && !waiting && parkedUntil !== undefined
