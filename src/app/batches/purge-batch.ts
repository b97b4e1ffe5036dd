import { keySpace } from '../store/key-space.ts'
import type { Commit } from '../store/store.ts'
import type { BatchDeps } from './batch-deps.ts'
import { type BatchRecord, isEnded, type StoredBatch } from './batch-record.ts'

/** As long as the prompts of its jobs are kept, if nobody continues them; `null`: for ever. */
function purgeAt({ endedAt }: BatchRecord, { retention }: Pick<BatchDeps, 'retention'>): number | null {
  const { archiveAfterMs, deleteAfterMs } = retention
  if (endedAt === null || archiveAfterMs === null || deleteAfterMs === null) return null
  return endedAt + archiveAfterMs + deleteAfterMs
}

/** Part of the commit that ends a batch. */
export function purgeEntry(batch: BatchRecord, deps: Pick<BatchDeps, 'retention'>): Commit {
  const at = purgeAt(batch, deps)
  return at === null ? {} : { set: [{ key: keySpace.batchPurge(batch.accountId, batch.id, at), value: '' }] }
}

const PAGE = 500

/** Deletes a batch, its prompt and its report, unless it was continued meanwhile. `more`: the entry is to stay. */
export async function purgeBatch(deps: BatchDeps, { raw, batch }: StoredBatch): Promise<'done' | 'more'> {
  const { store, now } = deps
  const at = purgeAt(batch, deps)
  if (!isEnded(batch) || at === null || at > now()) return 'done'
  const units = await store.list({ prefix: keySpace.batchUnitsOf(batch.id), limit: PAGE })
  if (units.length > 0) {
    await store.commit({ del: units.map(({ key }) => key) })
    return 'more'
  }
  const key = keySpace.batch(batch.id)
  const place = keySpace.place(batch.createdAt, batch.id)
  await store.commit({
    checks: [{ key, value: raw }],
    del: [key, keySpace.batchPrompt(batch.id), keySpace.accountBatch(batch.accountId, place)],
  })
  return 'done'
}
