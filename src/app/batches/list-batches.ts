import type { BatchView } from '../../contract/batches/batch.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { BatchRecord, parseRecord } from './batch-record.ts'
import { type BatchPage, type BatchPageQuery, type BatchReader, isSeen } from './batch-requests.ts'
import { batchView } from './batch-view.ts'

/** Batches that one request looks at, however few of them the reader sees. */
const MAX_SEEN = 500

/** Newest first. A page may hold few batches or none and not be the last. */
export async function listBatches(
  store: Store,
  { key }: BatchReader,
  { limit, after }: BatchPageQuery,
): Promise<BatchPage<BatchView>> {
  const prefix = keySpace.accountBatchesOf(key.accountId)
  const items: BatchView[] = []
  let place = after
  for (let seen = 0; seen < MAX_SEEN; ) {
    const entries = await store.list({
      prefix,
      limit: limit + 1,
      ...(place !== null && { after: prefix + place }),
    })
    seen += entries.length
    const places = entries.map((entry) => entry.key.slice(prefix.length))
    const records = await store.getMany(places.map((one) => keySpace.batch(keySpace.jobOfPlace(one))))
    for (const [i, next] of places.entries()) {
      const raw = records[i]
      const batch = raw === undefined ? null : parseRecord(BatchRecord, raw, keySpace.jobOfPlace(next))
      if (batch !== null && isSeen(key, batch)) {
        if (items.length === limit) return { items, next: place }
        items.push(batchView(batch))
      }
      place = next
    }
    if (entries.length <= limit) return { items, next: null }
  }
  return { items, next: place }
}
