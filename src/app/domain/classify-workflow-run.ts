import { type Reason, type ReasonCode, reason } from '../../contract/reasons.ts'
import type { Run } from './run.ts'

/** A workflow run as GitHub's API shows it: https://docs.github.com/en/rest/actions/workflow-runs */
export interface ObservedWorkflowRun {
  readonly status: string
  readonly conclusion: string | null
  readonly attempt: number
}

/** Reasons by conclusion. Any other conclusion is `runner-failed`. */
const CONCLUSIONS: Readonly<Record<string, ReasonCode>> = {
  cancelled: 'runner-cancelled',
  timed_out: 'runner-timed-out',
  startup_failure: 'startup-failure',
}

/** The workflow skipped our step or does not contain it: nothing failed, and no runner claimed the run. */
const CONTENT = new Set(['success', 'skipped', 'neutral'])

/**
 * Why an open run has failed, from what GitHub shows of its workflow run (`null`: nothing). Returns `null` if the run
 * continues. `startWithinMs`: how long it may wait for a runner or an approval.
 */
export function classifyWorkflowRun(
  run: Run,
  workflowRun: ObservedWorkflowRun | null,
  { now, startWithinMs }: { readonly now: number; readonly startWithinMs: number },
): Reason | null {
  const waited = now - (run.dispatchedAt ?? run.queuedAt)
  const isLate = run.claimedAt === null && waited > startWithinMs
  const hours = Math.round(startWithinMs / 360_000) / 10
  const time = `after ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  if (workflowRun === null) {
    if (run.workflowRunId !== null)
      return reason('run-gone', 'it was deleted, or the repository was recreated')
    return isLate ? reason('run-not-found', time) : null
  }
  const { status, attempt } = workflowRun
  const conclusion = workflowRun.conclusion ?? 'no conclusion'
  if (attempt > 1) return reason('run-repeated', `attempt ${attempt}`)
  // GitHub shows `completed` with `action_required`, but an approval still starts the workflow run.
  if (status === 'waiting' || (status === 'completed' && conclusion === 'action_required'))
    return isLate ? reason('approval-missing', `it is ${nameOf(status, conclusion)} ${time}`) : null
  if (status !== 'completed') return isLate ? reason('not-started', `it is ${status} ${time}`) : null
  if (run.claimedAt === null && CONTENT.has(conclusion)) return reason('not-claimed', conclusion)
  const stage = run.claimedAt === null ? 'before it claimed its work' : 'while it worked'
  return reason(CONCLUSIONS[conclusion] ?? 'runner-failed', `${conclusion}, ${stage}`)
}

const nameOf = (status: string, conclusion: string): string => (status === 'completed' ? conclusion : status)

const SOONEST_MS = 60_000
const LATEST_MS = 15 * 60_000

/**
 * How long to wait before GitHub is asked again. A webhook reports the end of a workflow run; polling only makes up for
 * lost webhooks, and many queued runs must not use up the hourly rate limit of their installation.
 */
export const nextPollIn = (run: Run, now: number): number =>
  run.claimedAt === null
    ? Math.min(LATEST_MS, Math.max(SOONEST_MS, (now - (run.dispatchedAt ?? run.queuedAt)) / 4))
    : SOONEST_MS
