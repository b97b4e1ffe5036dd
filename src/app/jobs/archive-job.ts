import { reason } from '../../contract/reasons.ts'
import type { Step } from '../runs/run-event.ts'
import { advanceRun, isEnded } from '../runs/run-state.ts'
import type { JobKey } from '../store/key-space.ts'
import type { Job } from './job-record.ts'
import { type JobStore, updateJob } from './update-job.ts'

/** Read-only from now on; a running run is cancelled first. `null`: there is no such job. */
export async function archiveJob(deps: JobStore, key: JobKey, by: string): Promise<Job | null> {
  const update = await updateJob(deps, key, (job, now) => ({ step: archive(job, by, now), answer: null }))
  return update.kind === 'absent' ? null : update.job
}

/** The status is again what the last run says. */
export async function unarchiveJob(deps: JobStore, key: JobKey): Promise<Job | null> {
  const update = await updateJob(deps, key, (job, now) => ({ step: unarchive(job, now), answer: null }))
  return update.kind === 'absent' ? null : update.job
}

function archive(job: Job, by: string, now: number): Step {
  if (job.archivedAt !== null) return { kind: 'ignored', why: 'archived before' }
  if (isEnded(job.run)) return { kind: 'step', job: { ...job, archivedAt: now }, ended: null }
  const stopped = advanceRun(job, { type: 'cancelled', reason: reason('cancelled', by) }, now)
  if (stopped.kind === 'ignored') return stopped
  return { ...stopped, job: { ...stopped.job, archivedAt: now } }
}

const unarchive = (job: Job, now: number): Step =>
  job.archivedAt === null
    ? { kind: 'ignored', why: 'not archived' }
    : { kind: 'step', job: { ...job, archivedAt: null, lastActivityAt: now, deletedAt: null }, ended: null }
