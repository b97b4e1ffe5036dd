import { z } from 'zod'
import type { Job } from '../domain/job.ts'
import { listPlace } from '../store/keys.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Commit, TimedStore } from '../store/store.ts'
import type { Actor } from './actor.ts'

/** What writes audit entries. */
export interface AuditedStore extends TimedStore {
  /** How long audit entries are kept. */
  readonly auditMs: number
}

/** Newest first. */
export const auditKeys = {
  entry: (accountId: number, at: number, id: string) => `audit/${accountId}/${listPlace(at, id)}`,
  of: (accountId: number) => `audit/${accountId}/` as const,
}

/** What is audited. A created job is its own entry, see `list-audit.ts`. */
export const ACTIONS = [
  'batch.created',
  'batch.continued',
  'batch.cancelled',
  'batch.retried',
  'job.created',
  'job.message-sent',
  'job.cancelled',
  'job.retried',
  'job.archived',
  'job.unarchived',
  'key.created',
  'key.rotated',
  'key.revoked',
  'session.started',
  'session.ended',
  'operator.paused',
  'operator.resumed',
  'operator.runner-repository-named',
  'operator.runner-repository-removed',
  'settings.refused',
  'settings.runner-repository-named',
  'settings.runner-repository-removed',
  'webhook.created',
  'webhook.edited',
  'webhook.taken-over',
  'webhook.tested',
  'webhook.deleted',
  'webhook.rotated',
  'webhook.enabled',
  'webhook.disabled',
] as const
export type Action = (typeof ACTIONS)[number]

const ActorRecord = z.looseObject({
  // A newer server may have more kinds.
  kind: z.custom<Actor['kind']>((kind) => typeof kind === 'string'),
  id: z.string().nullable(),
  name: z.string(),
  via: z.custom<Actor['via']>((via) => typeof via === 'string'),
  address: z.string().nullable(),
})

/** The stored record. */
export const AuditEntry = z.looseObject({
  /** Epoch milliseconds. */
  at: z.int(),
  action: z.custom<Action>((action) => typeof action === 'string'),
  by: ActorRecord,
  /** `null`: it concerns the whole account. */
  project: z.string().nullable(),
  /** The target of the action: a job, a key, a session, an account or a project. */
  subject: z.looseObject({ id: z.string(), name: z.string().nullable() }),
  /** For people, for example the reason of a pause. */
  detail: z.string().nullable(),
})
export type AuditEntry = KnownFields<z.infer<typeof AuditEntry>>

export const categoryOf = ({ action }: Pick<AuditEntry, 'action'>): string => action.split('.')[0] ?? ''

interface Audited extends Omit<AuditEntry, 'by'> {
  readonly by: Actor
  /** `null`: unknown, so nobody could read the entry. */
  readonly accountId: number | null
}

/**
 * Part of the commit that makes the change, so that no entry is missing and no entry is wrong. The key needs no random
 * part: the same action does not happen to the same subject twice in a millisecond.
 */
export function auditEntry({ accountId, ...entry }: Audited, keptMs: number): Commit {
  if (accountId === null) return {}
  const key = auditKeys.entry(accountId, entry.at, `${entry.action}-${entry.subject.id}`)
  return { set: [{ key, value: JSON.stringify(entry), expiresAt: entry.at + keptMs }] }
}

/** The entry for what somebody does to a job. */
export const auditJob = (
  { id, project, accountId, title }: Pick<Job, 'id' | 'project' | 'accountId' | 'title'>,
  action: Action & `job.${string}`,
  { by, at, keptMs }: { readonly by: Actor; readonly at: number; readonly keptMs: number },
): Commit =>
  auditEntry({ accountId, at, action, by, project, subject: { id, name: title }, detail: null }, keptMs)
