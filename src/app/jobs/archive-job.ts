import { reason } from '../../contract/reasons.ts'
import { type Actor, nameOf } from '../audit/actor.ts'
import { auditJob } from '../audit/audit-entry.ts'
import type { Job } from '../domain/job.ts'
import { nextRetention } from '../domain/job-view.ts'
import { isEnded } from '../domain/run.ts'
import type { JobKey } from '../domain/run-id.ts'
import { advanceRun, type Transition } from '../domain/run-state-machine.ts'
import { feedbackAgain } from '../job-store/job-commit.ts'
import { type JobStore, updateJob } from '../job-store/update-job.ts'
import { mergeCommits } from '../store/store.ts'

/** Read-only from now on; a running run is cancelled first. `null`: there is no such job. */
export async function archiveJob(deps: JobStore, key: JobKey, by: Actor): Promise<Job | null> {
  const update = await updateJob(deps, key, async (job, now) => ({
    transition: archive(job, by, now),
    extraCommit: mergeCommits(
      auditJob(job, 'job.archived', { by, at: now, keptMs: deps.retention.auditMs }),
      // The end of an open run makes its own entry.
      isEnded(job.run) ? await feedbackAgain(deps.store, job, now) : {},
    ),
    outcome: null,
  }))
  return update.kind === 'absent' ? null : update.job
}

/** The status is again what the last run says. */
export async function unarchiveJob(deps: JobStore, key: JobKey, by: Actor): Promise<Job | null> {
  const update = await updateJob(deps, key, async (job, now) => ({
    transition: unarchive(job, now),
    extraCommit: mergeCommits(
      auditJob(job, 'job.unarchived', { by, at: now, keptMs: deps.retention.auditMs }),
      await feedbackAgain(deps.store, job, now),
    ),
    outcome: null,
  }))
  return update.kind === 'absent' ? null : update.job
}

function archive(job: Job, by: Actor, now: number): Transition {
  if (job.archivedAt !== null) return { kind: 'ignored', why: 'archived before' }
  if (isEnded(job.run)) return { kind: 'applied', job: { ...job, archivedAt: now }, ended: null }
  const stopped = advanceRun(job, { type: 'cancelled', reason: reason('cancelled', nameOf(by)) }, now)
  if (stopped.kind === 'ignored') return stopped
  return { ...stopped, job: { ...stopped.job, archivedAt: now } }
}

const unarchive = (job: Job, now: number): Transition =>
  job.archivedAt === null
    ? { kind: 'ignored', why: 'not archived' }
    : {
        kind: 'applied',
        job: { ...job, archivedAt: null, lastActivityAt: now, deletedAt: null },
        ended: null,
      }

/** Archives an idle job. A job that was used in the meantime does not change. */
export async function archiveIdleJob(deps: JobStore, key: JobKey): Promise<void> {
  await updateJob(deps, key, (job, now) => {
    const next = nextRetention(job, deps.retention)
    if (next?.action !== 'archive' || next.at > now)
      return { transition: { kind: 'ignored', why: 'the job is not idle' }, outcome: null }
    return { transition: { kind: 'applied', job: { ...job, archivedAt: now }, ended: null }, outcome: null }
  })
}
