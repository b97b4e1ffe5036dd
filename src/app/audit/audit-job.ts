import type { Job } from '../domain/job.ts'
import type { Commit } from '../store/store.ts'
import type { Actor } from './actor.ts'
import { type Action, auditEntry } from './audit-entry.ts'

/** The entry for what somebody does to a job. */
export const auditJob = (
  { id, project, accountId, title }: Pick<Job, 'id' | 'project' | 'accountId' | 'title'>,
  action: Action & `job.${string}`,
  { by, at, keptMs }: { readonly by: Actor; readonly at: number; readonly keptMs: number },
): Commit =>
  auditEntry({ accountId, at, action, by, project, subject: { id, name: title }, detail: null }, keptMs)
