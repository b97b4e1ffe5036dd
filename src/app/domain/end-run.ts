import type { Reason } from '../../contract/reasons.ts'
import type { Job, PendingCleanup, Run } from './job.ts'
import { openRun, waiting } from './open-run.ts'
import { parkRun, wasParked } from './park-run.ts'
import type { Delivered, RunEvent } from './run-event.ts'
import { applied, ignored, type Transition } from './transition.ts'

/** An ended run still records its workflow run, so that the cleanup can end that too. */
export function recordAfterEnd(job: Job, event: RunEvent): Transition {
  const why = `the run has ended: ${job.run.state}`
  if (event.type !== 'dispatched' || event.workflowRunId === null) return ignored(why)
  const { workflowRunId, url } = event
  const cleanups = job.cleanups.map((c) =>
    c.run === job.run.number && c.workflowRunId === null ? { ...c, workflowRunId } : c,
  )
  if (job.run.workflowRunId !== null) return ignored(why)
  return applied({ ...job, cleanups, run: { ...job.run, workflowRunId, workflowRunUrl: url } })
}

/** Ends the run, and opens the next one if messages wait. */
export function endRun(
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
    // A run that was never claimed has used its prompts too: the reason says why they were not worked on.
    taken: Math.max(job.taken, job.run.last),
    lastActivityAt: now,
    cleanups: [...job.cleanups, ...cleanupsOf(job.run, delivered, now)],
    run,
  }
  if (wasParked(run)) return applied(parkRun(ended, now), run)
  return applied(waiting(ended) > 0 ? openRun(ended, now) : ended, run)
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
