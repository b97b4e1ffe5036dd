import type { Logger } from 'pino'
import { reason } from '../../contract/reasons.ts'
import { GithubRefused, GithubUnavailable } from '../github/github.ts'
import type { Job } from '../jobs/job-record.ts'
import { advanceJob, loadJob, updateJob } from '../jobs/update-job.ts'
import type { JobKey } from '../store/key-space.ts'
import { type CloseDeps, closeRun } from './close-run.ts'
import { type ConfirmDeps, confirmDelivery } from './confirm-delivery.ts'
import { type DispatchDeps, dispatchRun } from './dispatch-run.ts'
import { type ReconcileDeps, reconcileRun } from './reconcile-run.ts'
import { retryDelay } from './retry-delay.ts'

export interface AdvanceDeps extends DispatchDeps, ReconcileDeps, ConfirmDeps, CloseDeps {
  readonly log: Logger
}

/** No run is open for longer than this, whatever keeps going wrong: the queue, a wait for a runner and the work itself. */
const LAST_RESORT_MS = 72 * 3600 * 1000

/** Does what is due for one job: each piece in turn, none of them able to hold up another. */
export async function advanceDueJob(deps: AdvanceDeps, key: JobKey): Promise<void> {
  const found = await loadJob(deps.store, key)
  if (found === null) return
  const { job } = found
  const now = deps.now()
  for (const closing of job.closing) {
    if (closing.dueAt > now) continue
    await withRetry(
      deps,
      job,
      () => closeRun(deps, job, closing),
      async (at) => {
        await updateJob(deps, key, (current) => ({
          step: {
            kind: 'step',
            job: {
              ...current,
              closing: current.closing.map((entry) =>
                entry.run === closing.run ? { ...entry, dueAt: at } : entry,
              ),
            },
            ended: null,
          },
          answer: null,
        }))
      },
    )
  }
  if (job.run.dueAt === null || job.run.dueAt > now) return
  const runKey = { ...key, run: job.run.number }
  if (now - job.run.queuedAt > LAST_RESORT_MS) {
    await advanceJob(deps, runKey, {
      type: 'failed',
      reason: reason('runner-timed-out', 'no end after 72 hours'),
    })
    return
  }
  await withRetry(
    deps,
    job,
    () => takeStep(deps, job),
    async (at) => {
      await advanceJob(deps, runKey, { type: 'look-again', dueAt: at })
    },
  )
}

function takeStep(deps: AdvanceDeps, job: Job): Promise<void> {
  switch (job.run.state) {
    case 'queued':
    case 'dispatching':
      return dispatchRun(deps, job)
    case 'dispatched':
    case 'running':
    case 'publishing':
      return reconcileRun(deps, job)
    case 'delivered':
      return confirmDelivery(deps, job)
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return Promise.resolve()
  }
}

/** GitHub away: again when it says. GitHub refusing: the run fails with its reason. Anything else: again, and loud. */
async function withRetry(
  deps: AdvanceDeps,
  job: Job,
  work: () => Promise<void>,
  again: (at: number) => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const about = { job: job.id, run: job.run.number, state: job.run.state }
    if (error instanceof GithubUnavailable) {
      deps.log.warn({ ...about, err: error }, 'GitHub is not available; trying again')
      await again(Math.max(error.retryAt, deps.now() + 1_000))
    } else if (error instanceof GithubRefused) {
      deps.log.warn({ ...about, code: error.reason.code }, 'GitHub refused; the run fails')
      const key = { project: job.project, job: job.id, run: job.run.number }
      await advanceJob(deps, key, { type: 'failed', reason: error.reason })
    } else {
      deps.log.error({ ...about, err: error }, 'a step of the run failed; trying again')
      await again(deps.now() + retryDelay(4))
    }
  }
}
