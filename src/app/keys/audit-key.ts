import type { Actor } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import type { Commit } from '../store/store.ts'
import type { KeyRecord } from './key-record.ts'

/** The entry for what somebody does to a key. `detail` is for people. */
export const auditKey = (
  action: Action & `key.${string}`,
  { id, name, accountId }: Pick<KeyRecord, 'id' | 'name' | 'accountId'>,
  { by, at, keptMs }: { readonly by: Actor; readonly at: number; readonly keptMs: number },
  detail: string | null = null,
): Commit => auditEntry({ accountId, at, action, by, project: null, subject: { id, name }, detail }, keptMs)
