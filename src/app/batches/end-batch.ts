import { merge } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import type { QueueKey } from '../store/read-key.ts'
import type { Commit, Entry } from '../store/store.ts'
import { type BatchRecord, isEnded, readBatch } from './batch-record.ts'
import type { BatchDeps } from './change-batch.ts'

/** The batch creates no more jobs, and is deleted one day. */
export function endBatch(
  deps: Pick<BatchDeps, 'now' | 'retention'>,
  batch: BatchRecord,
  status: 'completed' | 'failed' | 'cancelled',
  reason: string | null,
): { readonly batch: BatchRecord; readonly beside: Commit } {
  const ended = { ...batch, status, reason, endedAt: deps.now() }
  return { batch: ended, beside: purgeEntry(ended, deps) }
}

/** As long as the prompts of its jobs are kept, if nobody continues them; `null`: forever. */
function purgeAt({ endedAt }: BatchRecord, { retention }: Pick<BatchDeps, 'retention'>): number | null {
  const { archiveAfterMs, deleteAfterMs } = retention
  if (endedAt === null || archiveAfterMs === null || deleteAfterMs === null) return null
  return endedAt + archiveAfterMs + deleteAfterMs
}

/** Part of the commit that ends a batch. */
function purgeEntry(batch: BatchRecord, deps: Pick<BatchDeps, 'retention'>): Commit {
  const at = purgeAt(batch, deps)
  return at === null ? {} : { set: [{ key: keySpace.batchPurge(batch.accountId, batch.id, at), value: '' }] }
}

const PAGE = 500

/**
 * A batch that ended long ago is due: deletes it with its prompt, then its report. In the other order, somebody could retry
 * a batch whose report is incomplete. Moves or deletes the entry, or leaves it to be handled again.
 */
export async function purgeBatch(
  deps: Pick<BatchDeps, 'store' | 'now' | 'retention'>,
  { id }: QueueKey,
  entry: Entry,
): Promise<void> {
  const { store, now } = deps
  const stored = await readBatch(store, id)
  if (stored !== null) {
    const { raw, batch } = stored
    const at = purgeAt(batch, deps)
    if (!isEnded(batch) || at === null || at > now()) {
      // It was retried, or is kept longer than when it ended.
      await store.commit(merge({ del: [entry.key] }, purgeEntry(batch, deps)))
      return
    }
    const key = keySpace.batch(id)
    const place = keySpace.place(batch.createdAt, id)
    const isDeleted = await store.commit({
      checks: [{ key, value: raw }],
      del: [key, keySpace.batchPrompt(id), keySpace.accountBatch(batch.accountId, place)],
    })
    if (!isDeleted) return
  }
  const units = await store.list({ prefix: keySpace.batchUnitsOf(id), limit: PAGE })
  const done = units.length < PAGE ? [entry.key] : []
  await store.commit({ del: [...units.map(({ key }) => key), ...done] })
}
