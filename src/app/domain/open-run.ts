import type { Job, Run } from './job.ts'

/** How many messages no run has taken. */
export const waiting = (job: Job): number => job.messages - job.taken

/** The run of the next turn, which is all messages that wait. The job never leaves `active` between two turns. */
export function openRun(job: Job, now: number): Job {
  const first = wasNeverClaimed(job.run) ? job.run.first : job.taken + 1
  return { ...job, run: newRun(job.run.number + 1, first, job.messages, now) }
}

/** A retry of the same turn. Messages that arrive before it is claimed join it. */
export function repeatRun(job: Job, now: number): Job {
  const { number, first, last } = job.run
  return { ...job, run: { ...newRun(number + 1, first, last, now), retryOf: number } }
}

/** The run failed before a runner claimed it: its prompts are for the next run, as its reason promises. */
export const wasNeverClaimed = (run: Run): boolean => run.state === 'failed' && run.claimedAt === null

export const newRun = (number: number, first: number, last: number, now: number): Run => ({
  number,
  state: 'queued',
  first,
  last,
  retryOf: null,
  queuedAt: now,
  dueAt: now,
  waiting: false,
  githubChanged: false,
  attempts: 0,
  dispatchedAt: null,
  workflow: null,
  workflowRunId: null,
  workflowRunUrl: null,
  base: null,
  claimedAt: null,
  secretHash: null,
  filesSha: null,
  publishingAt: null,
  encryptedToken: null,
  report: null,
  reportedAt: null,
  reason: null,
  usage: null,
  endedAt: null,
})
