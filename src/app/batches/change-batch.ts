import type { Logger } from 'pino'
import type { Actor } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import type { Retention } from '../domain/retention.ts'
import type { Github } from '../github/github.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Projects } from '../projects/projects.ts'
import type { JobStore } from '../records/update-job.ts'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import { type Commit, mergeCommits, type Store } from '../store/store.ts'
import { type BatchRecord, type BatchUnit, readBatch, type StoredBatch } from './batch-record.ts'

/** What the lane of batches works with. */
export interface BatchWork extends JobStore {
  readonly jobs: Pick<Jobs, 'create' | 'retry' | 'cancel' | 'load'>
  readonly projects: Pick<Projects, 'load' | 'refresh'>
  readonly github: Pick<Github, 'readBranchHead' | 'listFiles' | 'permissionOf' | 'loginOf'>
  readonly log: Logger
}

/** The commit that changes a batch, and one of its jobs. It fails if another writer was faster. */
export const batchCommit = (
  { raw, batch: before }: StoredBatch,
  after: BatchRecord,
  unit?: { readonly raw: string; readonly unit: BatchUnit },
): Commit => {
  const key = keySpace.batch(before.id)
  const change: Commit = {
    checks: [{ key, value: raw }],
    set: [{ key, value: JSON.stringify({ ...after, rev: before.rev + 1 }) }],
  }
  if (unit === undefined) return change
  const unitKey = keySpace.batchUnit(before.id, unit.unit.number)
  return mergeCommits(change, {
    checks: [{ key: unitKey, value: unit.raw }],
    set: [{ key: unitKey, value: JSON.stringify(unit.unit) }],
  })
}

/**
 * Changes nothing but the value of the record, so that whatever another server writes with the earlier value fails: the jobs
 * of two lists of files would mix. `null`: another writer was faster.
 */
export async function claimBatch(store: Store, stored: StoredBatch): Promise<StoredBatch | null> {
  const batch = { ...stored.batch, rev: stored.batch.rev + 1 }
  return (await store.commit(batchCommit(stored, batch))) ? { raw: JSON.stringify(batch), batch } : null
}

/** An entry that makes the batch due. Its value is new with each change, so that no other entry is taken for it. */
export const stepEntry = ({ accountId, id, rev }: BatchRecord, at: number): Commit => ({
  set: [{ key: keySpace.batchStep(accountId, id, at), value: String(rev) }],
})

/** What becomes of a batch, and what else goes into the commit. */
export interface BatchChange {
  readonly batch: BatchRecord
  readonly extraCommit?: Commit
}

export const changeCommit = (stored: StoredBatch, { batch, extraCommit = {} }: BatchChange): Commit =>
  mergeCommits(batchCommit(stored, batch), extraCommit)

/**
 * Reads the batch, decides, and commits, again if another writer was faster. `null`: there is no such batch. A `change`
 * of `null` changes nothing.
 */
export const changeBatch = <T>(
  store: Store,
  id: string,
  decide: (batch: BatchRecord) => { readonly change: BatchChange | null; readonly outcome: T },
): Promise<T | null> =>
  commitWithRetry<T | null>(store, `batch ${id}`, async () => {
    const stored = await readBatch(store, id)
    if (stored === null) return { result: null }
    const { change, outcome } = decide(stored.batch)
    return change === null ? { result: outcome } : { commit: changeCommit(stored, change), result: outcome }
  })

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
