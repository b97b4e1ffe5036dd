import type { Reason } from '../../contract/reasons.ts'
import type { Usage } from '../../contract/run.ts'
import type { Job, PullRequestLink } from './job.ts'
import {
  type BaseMerge,
  isEnded,
  type MonthlyBudget,
  type PendingCleanup,
  type Report,
  type Reviewed,
  type Run,
  type Workflow,
} from './run.ts'
import { endedWithQuestion, lastOfTurn, openNextRun, parkRun, waiting, wasParked } from './turns.ts'

/**
 * The state machine of a run, pure and monotone; the states and their order are in `contract/run.ts`. Results, events,
 * cancellation and the reconciler all go through it. An event that is not a transition forward is ignored, with the
 * reason why.
 */
export function advanceRun(job: Job, event: RunEvent, now: number): Transition {
  const { run } = job
  if (isEnded(run)) return recordAfterEnd(job, event)
  switch (event.type) {
    case 'no-slot':
      if (run.state !== 'queued') return ignored(`the run is ${run.state} already`)
      return withRun(job, { waiting: true, dueAt: event.dueAt })
    case 'rescheduled':
      if (hasAdvanced(run, event.expected)) return ignored(`the run is ${run.state} now`)
      if (run.githubChanged && event.expected?.githubChanged === false)
        return ignored('GitHub has sent news of it meanwhile')
      return withRun(job, { dueAt: event.dueAt, githubChanged: false })
    case 'base-merge':
      if (run.state !== 'queued') return ignored(`the run is ${run.state} already`)
      return withRun(job, { baseMerge: event.baseMerge, dueAt: event.dueAt })
    case 'base-moved':
      if (run.state !== 'queued') return ignored(`the run is ${run.state} already`)
      return withRun(job, { baseMovedSince: event.since, dueAt: event.dueAt })
    case 'merged-on-github':
      if (run.state !== 'queued') return ignored(`the run is ${run.state} already`)
      return endRun(mergedJob(job, event), 'succeeded', event.delivered.reason ?? null, event.delivered, now)
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
    case 'review-begun':
      if (run.review === undefined || run.review.postingSince !== event.replaces)
        return ignored('another process posts the review')
      return withRun(job, { review: { ...run.review, postingSince: now } })
    case 'confirmed':
      if (run.state !== 'delivered')
        return ignored(`the run is ${run.state}, nothing was reported to confirm`)
      return endRun(job, 'succeeded', event.delivered.reason ?? null, event.delivered, now)
    case 'failed':
      if (event.expected !== undefined && hasAdvanced(run, event.expected))
        return ignored(`the run was expected to be ${event.expected.state}, and is ${run.state} now`)
      return endRun(
        event.handedNothing ? unclaimed(job) : job,
        'failed',
        event.reason,
        event.delivered ?? {},
        now,
      )
    case 'cancelled':
      // A cancellation stops the job: messages that wait are not run either.
      return endRun({ ...job, taken: job.messages }, 'cancelled', event.reason, {}, now)
  }
}

const hasAdvanced = (run: Run, expected: RunPosition | undefined): boolean =>
  expected !== undefined && (expected.state !== run.state || expected.attempts !== run.attempts)

/** The job with what GitHub did in place of a runner. */
function mergedJob(
  job: Job,
  { last, headSha, delivered }: Extract<RunEvent, { type: 'merged-on-github' }>,
): Job {
  const report: Report = {
    outcome: headSha === null ? 'no-change' : 'published',
    headSha,
    pullRequest: headSha === null ? null : (delivered.pullRequest?.number ?? null),
    reason: null,
  }
  return { ...job, taken: Math.max(job.taken, last), run: { ...job.run, last, report } }
}

/** As if no runner had claimed it: its prompts are for the next run. */
const unclaimed = (job: Job): Job => ({ ...job, run: { ...job.run, claimedAt: null } })

function startDispatch(job: Job, plan: DispatchPlan, dueAt: number, now: number): Transition {
  const { workflow, filesSha, base, budgets, newBranch, attempt: attempts } = plan
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
    budgets,
    dueAt,
  }
  return applied({ ...job, ...branch, run })
}

function afterDispatch(job: Job, event: Extract<RunEvent, { type: 'dispatched' }>): Transition {
  const { run } = job
  if (run.state === 'queued') return ignored('the run was not being dispatched')
  // The claim can arrive before GitHub's response to the dispatch, which then adds only the id.
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
  const { readsContext } = event
  const turnEnd = lastOfTurn(job, run.first)
  const seen = readsContext === undefined ? turnEnd : Math.min(turnEnd, readsContext.upTo)
  return applied({
    ...job,
    taken: Math.max(job.taken, seen),
    ...outsideWith(job, [...(readsContext?.linked ?? []), ...(event.outside ?? [])]),
    run: {
      ...run,
      state: 'running',
      // If nothing waits, this is a retry: it repeats its turn, without the messages that a cancellation skipped.
      last: waiting({ ...job, messages: seen }) > 0 ? seen : run.last,
      secretHash: event.secretHash,
      claimedAt: now,
      ...(readsContext !== undefined && { readsContext: true }),
      ...(event.baseHead != null && { baseHead: event.baseHead }),
      ...(event.review !== undefined && { review: event.review }),
      workflowRunId: event.workflowRunId,
      workflowRunUrl: event.url,
      dueAt: event.dueAt,
    },
  })
}

/** The pull request names a few, and one is enough to hold CI. */
const MOST_OUTSIDE = 20

const outsideWith = ({ outside = [] }: Job, more: readonly string[]): Pick<Job, 'outside'> =>
  more.length === 0 ? {} : { outside: [...new Set([...outside, ...more])].slice(0, MOST_OUTSIDE) }

/** The runner has taken the messages up to this one. */
function acknowledge(job: Job, message: number): Transition {
  if (message <= job.taken) return ignored('acknowledged before')
  if (message > lastOfTurn(job, job.run.first)) return ignored('there is no such message')
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

/**
 * An ended run still records its workflow run, so that the cleanup can end that too; and one that was stopped what it had
 * used, which its runner reports afterwards.
 */
function recordAfterEnd(job: Job, event: RunEvent): Transition {
  const why = `the run has ended: ${job.run.state}`
  const isLate = event.type === 'reported' && job.run.state === 'cancelled' && job.run.usage === null
  if (isLate && event.usage !== null) return withRun(job, { usage: event.usage })
  if (event.type !== 'dispatched' || event.workflowRunId === null) return ignored(why)
  const { workflowRunId, url } = event
  const cleanups = job.cleanups.map((c) =>
    c.run === job.run.number && c.workflowRunId === null ? { ...c, workflowRunId } : c,
  )
  if (job.run.workflowRunId !== null) return ignored(why)
  return applied({ ...job, cleanups, run: { ...job.run, workflowRunId, workflowRunUrl: url } })
}

/** Ends the run, and opens the next one if messages wait. */
function endRun(
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
    ...(delivered.review !== undefined &&
      job.run.review !== undefined && { review: { ...job.run.review, id: delivered.review } }),
  }
  const ended: Job = {
    ...job,
    branchExists: delivered.branchExists ?? job.branchExists,
    pullRequest: delivered.pullRequest ?? job.pullRequest,
    // A run that was never claimed has used its prompts too: the reason says why they were not worked on.
    taken: Math.max(job.taken, job.run.last),
    asked: askedAfter(job, run),
    lastActivityAt: now,
    cleanups: [...job.cleanups, ...cleanupsOf(job.run, delivered, now)],
    run,
  }
  if (wasParked(run)) return applied(parkRun(ended, now), run)
  return applied(waiting(ended) > 0 ? openNextRun(ended, now) : ended, run)
}

/** A question stays open until a run has made something of its answer. */
function askedAfter({ asked }: Job, run: Run): Job['asked'] {
  const { number, first, answers, state, report } = run
  if (endedWithQuestion(run)) return { run: number, first }
  const isWorkedOn = answers !== undefined && (state === 'succeeded' || report?.pullRequest != null)
  return isWorkedOn ? undefined : asked
}

/** A runner that has reported ends by itself, usually within seconds. Any other is cancelled. */
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
      // Any runner with a push token may have pushed, even if it reported and was cancelled before the verification.
      readDelivery: run.publishingAt !== null && delivered.branchExists === undefined,
      tries: 0,
      workflow: run.workflow,
      workflowRunId: run.workflowRunId,
      encryptedToken: run.encryptedToken,
    },
  ]
}

/** All that can happen to a run. `advanceRun` decides what each does in each state. */
export type RunEvent =
  | { readonly type: 'dispatching'; readonly plan: DispatchPlan; readonly dueAt: number }
  | {
      readonly type: 'dispatched'
      readonly workflowRunId: number | null
      readonly url: string | null
      readonly dueAt: number
    }
  | { readonly type: 'no-slot'; readonly dueAt: number }
  | {
      readonly type: 'rescheduled'
      readonly dueAt: number
      /** The run that the new time was computed from; one that has advanced or has news since keeps its own time. */
      readonly expected?: RunPosition & Partial<Pick<Run, 'githubChanged'>>
    }
  | { readonly type: 'base-merge'; readonly baseMerge: BaseMerge; readonly dueAt: number }
  /** GitHub did not merge, because the branch has another head. */
  | { readonly type: 'base-moved'; readonly since: number; readonly dueAt: number }
  | {
      readonly type: 'merged-on-github'
      /** The last message of the turn. */
      readonly last: number
      /** The merge commit; `null`: the branch held the base already. */
      readonly headSha: string | null
      readonly delivered: Delivered
    }
  | { readonly type: 'github-changed' }
  | {
      readonly type: 'claimed'
      readonly secretHash: string
      /**
       * The run reads other repositories, which all may read who sent the messages up to `upTo`. Later ones wait.
       * `linked`: what their issues and pull requests are that it gets.
       */
      readonly readsContext?: { readonly upTo: number; readonly linked: readonly string[] }
      /** What else the run reads that nobody with write access wrote. */
      readonly outside?: readonly string[]
      /** The head of the base, if the turn merges it. */
      readonly baseHead?: string | null
      /** What a review is about. */
      readonly review?: Reviewed | undefined
      readonly workflowRunId: number
      readonly url: string
      readonly dueAt: number
    }
  | { readonly type: 'token-revoked' }
  | { readonly type: 'messages-acknowledged'; readonly acknowledged: number }
  | {
      readonly type: 'publishing'
      readonly acknowledged: number
      /** The token that the run had when this one was issued; it is revoked. */
      readonly replaces: string | null
      readonly encryptedToken: string
      readonly dueAt: number
    }
  | {
      readonly type: 'reported'
      readonly acknowledged: number
      readonly report: Report
      readonly usage: Usage | null
    }
  /** The review is about to be posted. `replaces`: what the run has recorded of an earlier try. */
  | { readonly type: 'review-begun'; readonly replaces: number | undefined }
  | { readonly type: 'confirmed'; readonly delivered: Delivered }
  | {
      readonly type: 'failed'
      readonly reason: Reason
      readonly delivered?: Delivered
      /** The state that the failure was concluded from; a run that has advanced since does not fail by it. */
      readonly expected?: RunPosition
      /** True: the claim failed, so the runner got no assignment. */
      readonly handedNothing?: boolean
    }
  | { readonly type: 'cancelled'; readonly reason: Reason }

/** How far a run was when it was read. It may have advanced since. */
export type RunPosition = Pick<Run, 'state' | 'attempts'>

/** What a dispatch decides for the run. */
export interface DispatchPlan {
  /** Number of the attempt. If two processes see the run due, one of them makes it. */
  readonly attempt: number
  readonly workflow: Workflow
  readonly filesSha: string
  readonly base: string
  readonly budgets?: readonly MonthlyBudget[] | undefined
  /** A new working branch, because the pull request of the old one was merged or closed. */
  readonly newBranch: string | null
}

/** The run's work as GitHub shows it. An omitted field does not change in the job. */
export interface Delivered {
  readonly branchExists?: boolean
  readonly pullRequest?: PullRequestLink
  readonly reason?: Reason | null
  /** Id of the review that the run has left. */
  readonly review?: number
}

/** What an event does to a job. */
export type Transition =
  /** `ended`: the run that this transition ended; the job may have a new run already. */
  | { readonly kind: 'applied'; readonly job: Job; readonly ended: Run | null }
  | { readonly kind: 'ignored'; readonly why: string }

export const applied = (job: Job, ended: Run | null = null): Transition => ({ kind: 'applied', job, ended })
const ignored = (why: string): Transition => ({ kind: 'ignored', why })
const withRun = (job: Job, run: Partial<Run>): Transition => applied({ ...job, run: { ...job.run, ...run } })
