import type { Job } from './job.ts'
import { isEnded } from './run-state-machine.ts'

/** How long a job that nobody uses is kept as it is. `null`: for ever. */
export interface Retention {
  /** From its last activity to its archiving. */
  readonly archiveAfterMs: number | null
  /** From its archiving to the deletion of its prompts, events, results and patches. */
  readonly deleteAfterMs: number | null
}

export interface NextRetention {
  readonly action: 'archive' | 'delete'
  readonly at: number
}

/** Nothing is to be done for it but to let it grow old. */
export const isSettled = (job: Job): boolean => isEnded(job.run) && job.cleanups.length === 0

/** What time alone makes of a job next; `null` of one that has something else to do or has had it all. */
export function nextRetention(job: Job, { archiveAfterMs, deleteAfterMs }: Retention): NextRetention | null {
  if (!isSettled(job)) return null
  if (job.archivedAt === null) {
    return archiveAfterMs === null ? null : { action: 'archive', at: job.lastActivityAt + archiveAfterMs }
  }
  if (job.deletedAt !== null || deleteAfterMs === null) return null
  return { action: 'delete', at: job.archivedAt + deleteAfterMs }
}
