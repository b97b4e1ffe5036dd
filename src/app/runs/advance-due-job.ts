import { type Reason, reason } from '../../contract/reasons.ts'
import { backoff, jitter } from '../domain/backoff.ts'
import type { Job } from '../domain/job.ts'
import { dueAtOf, nextRetention } from '../domain/job-view.ts'
import type { PendingCleanup, Run } from '../domain/run.ts'
import type { JobKey, RunKey } from '../domain/run-id.ts'
import { awaitDoubt } from '../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import { loadJob } from '../job-store/job-record.ts'
import { advanceJob, rescheduleJob } from '../job-store/update-job.ts'
import { archiveIdleJob } from '../jobs/archive-job.ts'
import { purgeArchivedJob } from '../jobs/purge-archived-job.ts'
import { hasWaited } from '../limits/hold.ts'
import { loadProject, repositoryRef } from '../projects/project.ts'
import { classifyRefusal } from './classify-refusal.ts'
import { cleanUpRun, rescheduleCleanup } from './clean-up-run.ts'
import { dispatchRun } from './dispatch-run.ts'
import { reconcileRun } from './reconcile-run.ts'
import type { RunWork } from './run-work.ts'
import { verifyDelivery } from './verify-delivery.ts'

/** Maximum time that a run may stay open, including its time in the queue and its wait for a runner. */
const LAST_RESORT_MS = 72 * 3600 * 1000

/** Does all due work of one job. A failure of one part does not delay the others. */
export async function advanceDueJob(deps: RunWork, key: JobKey): Promise<void> {
  const found = await loadJob(deps.store, key)
  if (found === null) return
  const { job } = found
  const now = deps.now()
  for (const cleanup of job.cleanups) {
    if (cleanup.dueAt <= now) await advanceCleanup(deps, job, cleanup)
  }
  if (job.run.dueAt !== null && job.run.dueAt <= now) await advanceOpenRun(deps, job, key)
  await ageJob(deps, job, key)
}

function advanceCleanup(deps: RunWork, job: Job, cleanup: PendingCleanup): Promise<void> {
  const about = { job: job.id, run: cleanup.run, state: 'cleanup' }
  const again = (at: number) => rescheduleCleanup(deps, job, cleanup, at)
  return withRetry(deps, about, () => cleanUpRun(deps, job, cleanup), again)
}

async function advanceOpenRun(deps: RunWork, job: Job, key: JobKey): Promise<void> {
  const runKey = { ...key, run: job.run.number }
  const isLate = await isOverdue(deps, job)
  const giveUp = () =>
    advanceJob(deps, runKey, { type: 'failed', reason: whyLate(job.run), expected: job.run })
  // A delivery that was reported before a long outage of the server is still verified.
  if (isLate && job.run.state !== 'delivered') {
    await giveUp()
    return
  }
  const about = { job: job.id, run: job.run.number, state: job.run.state }
  // Many jobs may have been rescheduled to one moment, so each is delayed by a random time.
  const later = (at: number) =>
    advanceJob(deps, runKey, { type: 'rescheduled', dueAt: at + jitter(deps.random), expected: job.run })
  const again = isLate ? giveUp : later
  await withRetry(deps, about, () => workOnStateOrFail(deps, job, runKey), again)
}

async function isOverdue({ store, now }: RunWork, { project: id, run }: Job): Promise<boolean> {
  if (now() - run.queuedAt <= LAST_RESORT_MS) return false
  const project = await loadProject(store, id)
  return project === null || hasWaited(store, project, run.queuedAt, { ms: LAST_RESORT_MS, now: now() })
}

const whyLate = (run: Run): Reason =>
  run.workflow === null
    ? reason('dispatch-failed', 'it was not started within 72 hours')
    : reason('runner-timed-out', 'it was still running after 72 hours')

/** Archives an idle job after its retention time, and later deletes the texts of the archived job. */
async function ageJob(deps: RunWork, job: Job, key: JobKey): Promise<void> {
  const next = nextRetention(job, deps.retention)
  if (next !== null && next.at <= deps.now())
    await (next.action === 'archive' ? archiveIdleJob : purgeArchivedJob)(deps, key)
  // Its due time comes from an earlier configuration.
  else if (job.dueAt !== dueAtOf(job, deps.retention)) await rescheduleJob(deps, key)
}

/** A refusal by GitHub ends the run with its reason, unless GitHub may take it back. */
async function workOnStateOrFail(deps: RunWork, job: Job, key: RunKey): Promise<void> {
  try {
    const project = await loadProject(deps.store, job.project)
    const repository = project && repositoryRef(project)
    if (repository !== null) await awaitDoubt(deps, repository)
    await workOnState(deps, job)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const judged = await classifyRefusal(deps, job.project, job.run, error)
    const again = (dueAt: number) => advanceJob(deps, key, { type: 'rescheduled', dueAt, expected: job.run })
    switch (judged.kind) {
      case 'moved':
        await again(deps.now() + backoff(0, deps.random))
        return
      case 'later':
        deps.log.info(
          { job: job.id, run: key.run, code: error.reason.code },
          'GitHub refuses, and is asked again',
        )
        await again(judged.at + jitter(deps.random))
        return
      case 'failed':
        deps.log.warn({ job: job.id, run: key.run, code: judged.reason.code }, 'the run fails')
        await advanceJob(deps, key, { type: 'failed', reason: judged.reason, expected: job.run })
    }
  }
}

function workOnState(deps: RunWork, job: Job): Promise<void> {
  switch (job.run.state) {
    case 'queued':
    case 'dispatching':
      return dispatchRun(deps, job)
    case 'dispatched':
    case 'running':
    case 'publishing':
      return reconcileRun(deps, job)
    case 'delivered':
      return verifyDelivery(deps, job)
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return Promise.resolve()
  }
}

/** If GitHub is unavailable, retries at the time it names. Retries any other error later, and logs it as an error. */
async function withRetry(
  deps: RunWork,
  about: { readonly job: string; readonly run: number; readonly state: string },
  work: () => Promise<void>,
  again: (at: number) => Promise<unknown>,
): Promise<void> {
  deps.logContext.note({ run: about.run })
  try {
    await work()
  } catch (error) {
    if (error instanceof GithubUnavailable) {
      deps.log.warn({ ...about, err: error }, 'GitHub is not available; the server will retry')
      await again(Math.max(error.retryAt, deps.now() + 1_000))
    } else {
      deps.log.error({ ...about, err: error }, 'work on the run failed; the server will retry')
      await again(deps.now() + backoff(4, deps.random))
    }
  }
}
