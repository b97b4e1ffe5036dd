import type { Retention } from '../domain/job-view.ts'
import { batchQueueKeys } from '../job-store/update-job.ts'
import { listPlace, type QueueKey } from '../store/keys.ts'
import { type Commit, type Entry, mergeCommits, type Store } from '../store/store.ts'
import { type BatchChange, type BatchRecord, batchKeys, isEnded, readBatch } from './batch-record.ts'

/** The batch creates no more jobs, and is deleted after the retention time. */
export function endBatch(
  { now, retention }: { readonly now: () => number; readonly retention: Retention },
  batch: BatchRecord,
  status: 'completed' | 'failed' | 'cancelled',
  reason: string | null,
): BatchChange {
  const ended = { ...batch, status, reason, endedAt: now() }
  return { batch: ended, extraCommit: purgeEntry(ended, retention) }
}

/** As long as the prompts of its jobs are kept, if nobody continues them; `null`: forever. */
function purgeAt({ endedAt }: BatchRecord, { archiveAfterMs, deleteAfterMs }: Retention): number | null {
  if (endedAt === null || archiveAfterMs === null || deleteAfterMs === null) return null
  return endedAt + archiveAfterMs + deleteAfterMs
}

/** Part of the commit that ends a batch. */
function purgeEntry(batch: BatchRecord, retention: Retention): Commit {
  const at = purgeAt(batch, retention)
  return at === null ? {} : { set: [{ key: batchQueueKeys.purge(batch.accountId, batch.id, at), value: '' }] }
}

const PAGE = 500

/**
 * A batch that ended long ago is due: deletes it with its prompt, then its report. In the other order, somebody could retry
 * a batch whose report is incomplete. Moves or deletes the entry, or leaves it to be handled again.
 */
export async function purgeBatch(
  {
    store,
    now,
    retention,
  }: { readonly store: Store; readonly now: () => number; readonly retention: Retention },
  { id }: QueueKey,
  entry: Entry,
): Promise<void> {
  const stored = await readBatch(store, id)
  if (stored !== null) {
    const { raw, batch } = stored
    const at = purgeAt(batch, retention)
    if (!isEnded(batch) || at === null || at > now()) {
      // It was retried, or is kept longer than when it ended.
      await store.commit(mergeCommits({ del: [entry.key] }, purgeEntry(batch, retention)))
      return
    }
    const key = batchKeys.record(id)
    const place = listPlace(batch.createdAt, id)
    const isDeleted = await store.commit({
      checks: [{ key, value: raw }],
      del: [key, batchKeys.prompt(id), batchKeys.ofAccount(batch.accountId, place)],
    })
    if (!isDeleted) return
  }
  const units = await store.list({ prefix: batchKeys.unitsOf(id), limit: PAGE })
  const done = units.length < PAGE ? [entry.key] : []
  await store.commit({ del: [...units.map(({ key }) => key), ...done] })
}
