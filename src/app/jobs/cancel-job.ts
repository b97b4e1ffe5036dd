import { reason } from '../../contract/reasons.ts'
import { type Actor, nameOf } from '../audit/actor.ts'
import { auditJob } from '../audit/audit-entry.ts'
import type { Job } from '../domain/job.ts'
import type { JobKey } from '../domain/run-id.ts'
import { advanceRun } from '../domain/run-state-machine.ts'
import { type JobStore, updateJob } from '../job-store/update-job.ts'

/** Ends the current run; a job that has ended does not change. The timers end the workflow run later. */
export async function cancelJob(deps: JobStore, key: JobKey, by: Actor): Promise<Job | null> {
  const update = await updateJob(deps, key, (job, now) => ({
    transition: advanceRun(job, { type: 'cancelled', reason: reason('cancelled', nameOf(by)) }, now),
    extraCommit: auditJob(job, 'job.cancelled', { by, at: now, keptMs: deps.retention.auditMs }),
    outcome: null,
  }))
  return update.kind === 'absent' ? null : update.job
}
