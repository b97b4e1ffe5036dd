import type { Job } from '../../src/app/domain/job.ts'
import { nextRetention, type Retention } from '../../src/app/domain/job-view.ts'

const DAY_MS = 86_400_000

/** As a server has it by default. */
export const RETENTION: Retention = {
  archiveAfterMs: 90 * DAY_MS,
  deleteAfterMs: 30 * DAY_MS,
  auditMs: 365 * DAY_MS,
}

/** What retention has made of the job until now. */
export function growOld(job: Job, now: number): Job {
  const next = nextRetention(job, RETENTION)
  if (next === null || next.at > now) return job
  const older = next.action === 'archive' ? { archivedAt: next.at } : { deletedAt: next.at }
  return growOld({ ...job, ...older }, now)
}
