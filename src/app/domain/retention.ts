import type { Job } from './job.ts'
import { isEnded } from './run-state-machine.ts'

/** How long an unused job is kept. `null`: forever. */
export interface JobRetention {
  /** From its last activity to its archiving. */
  readonly archiveAfterMs: number | null
  /** From its archiving to the deletion of its prompts, events, results and patches. */
  readonly deleteAfterMs: number | null
}

export interface Retention extends JobRetention {
  /** How long audit entries are kept. */
  readonly auditMs: number
}

export interface NextRetention {
  readonly action: 'archive' | 'delete'
  readonly at: number
}

/** Its run has ended and no cleanup is pending: only retention is left. */
export const isSettled = (job: Job): boolean => isEnded(job.run) && job.cleanups.length === 0

/** What retention does to the job next, and when; `null`: nothing, or not before other work is done. */
export function nextRetention(
  job: Job,
  { archiveAfterMs, deleteAfterMs }: JobRetention,
): NextRetention | null {
  if (!isSettled(job)) return null
  if (job.archivedAt === null) {
    return archiveAfterMs === null ? null : { action: 'archive', at: job.lastActivityAt + archiveAfterMs }
  }
  if (job.deletedAt !== null || deleteAfterMs === null) return null
  return { action: 'delete', at: job.archivedAt + deleteAfterMs }
}
