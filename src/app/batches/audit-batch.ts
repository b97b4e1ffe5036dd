import type { Actor } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import type { Retention } from '../domain/retention.ts'
import type { Commit } from '../store/store.ts'
import type { BatchRecord } from './batch-record.ts'

/** Owners of the account see it, and those who work with the project of its files. */
export const auditBatch = (
  action: Action & `batch.${string}`,
  { accountId, scope, id, title }: BatchRecord,
  by: Actor,
  at: number,
  { auditMs }: Retention,
): Commit =>
  auditEntry(
    {
      ...{ accountId, at, action, by },
      project: scope.kind === 'files' ? scope.project : null,
      subject: { id, name: title },
      detail: null,
    },
    auditMs,
  )
