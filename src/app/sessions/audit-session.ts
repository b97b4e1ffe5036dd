import type { Actor } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import { type Commit, mergeCommits } from '../store/store.ts'
import type { SessionRecord } from './session-record.ts'

/** How long entries are kept, and when this one is made. */
export interface AuditTime {
  readonly at: number
  readonly keptMs: number
}

/** One entry in each account that the person saw at the sign-in. */
export const auditSession = (
  action: Action & `session.${string}`,
  hash: string,
  { person, accountIds }: Pick<SessionRecord, 'person' | 'accountIds'>,
  by: Actor,
  { at, keptMs }: AuditTime,
): Commit =>
  mergeCommits(
    // The hash is not shown whole: it stands for the session in the database.
    ...accountIds.map((accountId) => {
      const subject = { id: `${person.id}-${hash.slice(0, 8)}`, name: person.login }
      return auditEntry({ accountId, at, action, by, project: null, subject, detail: null }, keptMs)
    }),
  )
