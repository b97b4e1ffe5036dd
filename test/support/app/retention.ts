import type { Retention } from '../../../src/app/domain/job-view.ts'

const DAY_MS = 86_400_000

/** As a server has it by default. */
export const RETENTION: Retention = {
  archiveAfterMs: 90 * DAY_MS,
  deleteAfterMs: 30 * DAY_MS,
  auditMs: 365 * DAY_MS,
}
