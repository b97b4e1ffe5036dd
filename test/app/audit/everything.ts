import type { AuditQuery } from '../../../src/app/jobs/list-audit.ts'

export const EVERYTHING: AuditQuery = {
  filter: { category: null, by: null },
  since: null,
  until: null,
  limit: 100,
  after: null,
}
