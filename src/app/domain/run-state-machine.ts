import type { Reason } from '../../contract/reasons.ts'
import type { Job, PendingCleanup, Run } from './job.ts'
import type { Delivered, DispatchPlan, RunEvent, RunPosition, Transition } from './run-event.ts'

const ENDED = new Set(['succeeded', 'failed', 'cancelled'])

export const isEnded = (run: Pick<Run, 'state'>): boolean => ENDED.has(run.state)

/** Messages no run has taken up yet. */
export const waiting = (job: Job): number => job.messages - job.taken

const applied = (job: Job, ended: Run | null = null): Transition => ({ kind: 'applied', job, ended })
const ignored = (why: string): Transition => ({ kind: 'ignored', why })
const withRun = (job: Job, run: Partial<Run>): Transition => applied({ ...job, run: { ...job.run, ...run } })

/**
 * The one machine of a run. Pure and monotone: results, events, cancel and the reconciler all go through it, and
 * what is not a step forward is ignored with the reason why.
 */
export function advanceRun(job: Job, event: RunEvent, now: number): Transition {
  const { run } = job
  if (isEnded(run)) return afterEnd(job, event)
  switch (event.type) {
    case 'no-slot':
      if (run.state !== 'queued') return ignored(`the run is ${run.state} already`)
      return withRun(job, { waiting: true, dueAt: event.dueAt })
    case 'rescheduled':
      if (hasAdvanced(run, event.expected)) return ignored(`the run is ${run.state} now`)
      return withRun(job, { dueAt: event.dueAt, githubChanged: false })
    case 'github-changed':
      return withRun(job, { dueAt: now, githubChanged: true })
    case 'dispatching':
      if (run.state !== 'queued' && run.state !== 'dispatching')
        return ignored(`the run is ${run.state} already`)
      if (run.attempts !== event.plan.attempt - 1) return ignored('another process dispatches the run')
      return startDispatch(job, event.plan, event.dueAt, now)
    case 'dispatched':
      return afterDispatch(job, event)
    case 'claimed':
      return claim(job, event, now)
    case 'token-revoked':
      return withRun(job, { encryptedToken: null })
    case 'messages-acknowledged':
      return acknowledge(job, event.acknowledged)
    case 'publishing':
      if (run.state !== 'running' && run.state !== 'publishing') return ignored(`the run is ${run.state}`)
      if (run.encryptedToken !== event.replaces) return ignored('another push token was issued meanwhile')
      return thenAcknowledge(
        withRun(job, {
          state: 'publishing',
          publishingAt: run.publishingAt ?? now,
          encryptedToken: event.encryptedToken,
          dueAt: event.dueAt,
        }),
        event.acknowledged,
      )
    case 'reported':
      return report(job, event, now)
    case 'confirmed':
      if (run.state !== 'delivered')
        return ignored(`the run is ${run.state}, nothing was reported to confirm`)
      return end(job, 'succeeded', event.delivered.reason ?? null, event.delivered, now)
    case 'failed':
      if (event.expected !== undefined && hasAdvanced(run, event.expected))
        return ignored(`the run was expected to be ${event.expected.state}, and is ${run.state} now`)
      return end(
        event.handedNothing ? unclaimed(job) : job,
        'failed',
        event.reason,
        event.delivered ?? {},
        now,
      )
    case 'cancelled':
      // Whoever cancels wants the job to stop: what waits is not run either.
      return end({ ...job, taken: job.messages }, 'cancelled', event.reason, {}, now)
  }
}

const hasAdvanced = (run: Run, expected: RunPosition | undefined): boolean =>
  expected !== undefined && (expected.state !== run.state || expected.attempts !== run.attempts)

/** As if no runner had come: its prompts are for the next run. */
const unclaimed = (job: Job): Job => ({ ...job, run: { ...job.run, claimedAt: null } })

function startDispatch(job: Job, plan: DispatchPlan, dueAt: number, now: number): Transition {
  const { workflow, filesSha, base, newBranch, attempt: attempts } = plan
  const branch = newBranch === null ? {} : { branch: newBranch, branchExists: false }
  const run: Run = {
    ...job.run,
    state: 'dispatching',
    waiting: false,
    attempts,
    dispatchedAt: now,
    workflow,
    filesSha,
    base,
    dueAt,
  }
  return applied({ ...job, ...branch, run })
}

function afterDispatch(job: Job, event: Extract<RunEvent, { type: 'dispatched' }>): Transition {
  const { run } = job
  if (run.state === 'queued') return ignored('the run was not being dispatched')
  // The claim may be quicker than the answer to the dispatch: then only the id is news.
  if (run.state !== 'dispatching') {
    if (run.workflowRunId !== null || event.workflowRunId === null)
      return ignored(`the run is ${run.state} already`)
    return withRun(job, { workflowRunId: event.workflowRunId, workflowRunUrl: event.url })
  }
  return withRun(job, {
    state: 'dispatched',
    workflowRunId: event.workflowRunId,
    workflowRunUrl: event.url,
    dueAt: event.dueAt,
  })
}

function claim(job: Job, event: Extract<RunEvent, { type: 'claimed' }>, now: number): Transition {
  const { run } = job
  if (run.secretHash !== null) {
    return run.secretHash === event.secretHash ? applied(job) : ignored('another runner has claimed the run')
  }
  if (run.state !== 'dispatching' && run.state !== 'dispatched') return ignored(`the run is ${run.state}`)
  return applied({
    ...job,
    taken: job.messages,
    run: {
      ...run,
      state: 'running',
      // A repeated turn has nothing waiting, and is not about what a cancel left behind it.
      last: waiting(job) > 0 ? job.messages : run.last,
      secretHash: event.secretHash,
      claimedAt: now,
      workflowRunId: event.workflowRunId,
      workflowRunUrl: event.url,
      dueAt: event.dueAt,
    },
  })
}

function acknowledge(job: Job, message: number): Transition {
  if (message <= job.taken) return ignored('taken up before')
  if (message > job.messages) return ignored('there is no such message')
  return applied({ ...job, taken: message, run: { ...job.run, last: message } })
}

function thenAcknowledge(before: Transition, message: number): Transition {
  if (before.kind === 'ignored') return before
  const after = acknowledge(before.job, message)
  return after.kind === 'applied' ? after : before
}

function report(job: Job, event: Extract<RunEvent, { type: 'reported' }>, now: number): Transition {
  const { run } = job
  if (run.state === 'delivered') return ignored('a result was reported before')
  if (run.state !== 'running' && run.state !== 'publishing') return ignored(`the run is ${run.state}`)
  return thenAcknowledge(
    withRun(job, {
      state: 'delivered',
      report: event.report,
      reportedAt: now,
      usage: event.usage,
      dueAt: now,
    }),
    event.acknowledged,
  )
}

/** An ended run still learns which workflow run is its own, so that it can be ended too. */
function afterEnd(job: Job, event: RunEvent): Transition {
  const why = `the run has ended: ${job.run.state}`
  if (event.type !== 'dispatched' || event.workflowRunId === null) return ignored(why)
  const { workflowRunId, url } = event
  const cleanups = job.cleanups.map((c) =>
    c.run === job.run.number && c.workflowRunId === null ? { ...c, workflowRunId } : c,
  )
  if (job.run.workflowRunId !== null) return ignored(why)
  return applied({ ...job, cleanups, run: { ...job.run, workflowRunId, workflowRunUrl: url } })
}

function end(
  job: Job,
  state: 'succeeded' | 'failed' | 'cancelled',
  reason: Reason | null,
  delivered: Delivered,
  now: number,
): Transition {
  const run: Run = {
    ...job.run,
    state,
    reason,
    dueAt: null,
    endedAt: now,
    encryptedToken: null,
    waiting: false,
  }
  const ended: Job = {
    ...job,
    branchExists: delivered.branchExists ?? job.branchExists,
    pullRequest: delivered.pullRequest ?? job.pullRequest,
    // A run that was never claimed has used its prompts all the same: the job says why it failed.
    taken: Math.max(job.taken, job.run.last),
    lastActivityAt: now,
    cleanups: [...job.cleanups, ...cleanupsOf(job.run, delivered, now)],
    run,
  }
  return applied(waiting(ended) > 0 ? openRun(ended, now) : ended, run)
}

/** A runner that reported ends by itself, mostly within seconds; any other is told to. */
const GRACE_MS = 30_000

function cleanupsOf(run: Run, delivered: Delivered, now: number): PendingCleanup[] {
  if (run.workflow === null) return []
  const reported = run.report !== null
  return [
    {
      run: run.number,
      since: now,
      dueAt: reported && run.encryptedToken === null ? now + GRACE_MS : now,
      cancel: !reported,
      // Whoever had a push token may have pushed: also one that reported and was cancelled before it was confirmed.
      readDelivery: run.publishingAt !== null && delivered.branchExists === undefined,
      tries: 0,
      workflow: run.workflow,
      workflowRunId: run.workflowRunId,
      encryptedToken: run.encryptedToken,
    },
  ]
}

/** The next turn: everything that waits, as one. The job never leaves `active` between two turns. */
export function openRun(job: Job, now: number): Job {
  const first = wasNeverClaimed(job.run) ? job.run.first : job.taken + 1
  return { ...job, run: newRun(job.run.number + 1, first, job.messages, now) }
}

/** The same turn once more. Its prompts count as taken up; what comes in until it is claimed joins them. */
export function repeatRun(job: Job, now: number): Job {
  const { number, first, last } = job.run
  return { ...job, run: { ...newRun(number + 1, first, last, now), retryOf: number } }
}

/** A run that failed before a runner took it: its prompts are for the next one, as the reason promises. */
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
