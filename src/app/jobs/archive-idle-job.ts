import type { JobKey } from '../store/key-space.ts'
import { nextRetention } from './retention.ts'
import { type JobStore, updateJob } from './update-job.ts'

/** Archives a job that nobody has used for long; one that was used a moment ago is left alone. */
export async function archiveIdleJob(deps: JobStore, key: JobKey): Promise<void> {
  await updateJob(deps, key, (job, now) => {
    const next = nextRetention(job, deps.retention)
    if (next?.step !== 'archive' || next.at > now)
      return { step: { kind: 'ignored', why: 'the job is not idle' }, answer: null }
    return { step: { kind: 'step', job: { ...job, archivedAt: now }, ended: null }, answer: null }
  })
}
