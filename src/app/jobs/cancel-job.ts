import { reason } from '../../contract/reasons.ts'
import { advanceRun } from '../runs/run-state.ts'
import type { JobKey } from '../store/key-space.ts'
import type { Job } from './job-record.ts'
import { type JobStore, updateJob } from './update-job.ts'

/** Ends the current run; a job that has ended stays as it is. The workflow run is ended afterwards, by the timers. */
export async function cancelJob(deps: JobStore, key: JobKey, by: string): Promise<Job | null> {
  const update = await updateJob(deps, key, (job, now) => ({
    step: advanceRun(job, { type: 'cancelled', reason: reason('cancelled', by) }, now),
    answer: null,
  }))
  return update.kind === 'absent' ? null : update.job
}
