import type { Logger } from 'pino'
import type { BatchJob, BatchView } from '../../contract/batch.ts'
import { keySpace } from '../store/key-space.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'
import { BatchRecord, BatchUnit, parseRecord, projectsOf, readBatch } from './batch-record.ts'
import { waitsFor } from './batch-state.ts'
import {
  type BatchPage,
  type BatchPageQuery,
  type BatchReader,
  batchView,
  isSeen,
  type ShownBatch,
  unitView,
} from './batch-view.ts'

/** Batches that one request looks at, however few of them the reader sees. */
const MAX_SEEN = 500

/** Newest first. A page may hold few batches or none and not be the last. */
export async function listBatches(
  { store, log }: { readonly store: Store; readonly log: Logger },
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
      const batch = batchOf(log, keySpace.jobOfPlace(next), records[i])
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

/** A damaged record is omitted here; a request for the batch itself reports it. */
function batchOf(log: Logger, id: string, record: string | undefined): BatchRecord | null {
  try {
    return record === undefined ? null : parseRecord(BatchRecord, record, id)
  } catch (error) {
    if (!(error instanceof RecordUnreadable)) throw error
    log.error({ err: error }, 'a batch is left out of a list')
    return null
  }
}

/** `null`: the reader sees no such batch. */
export async function getBatch(store: Store, reader: BatchReader, id: string): Promise<ShownBatch | null> {
  const batch = await findBatch(store, reader, id)
  return (
    batch && {
      revision: batch.rev,
      view: batchView(batch),
      waitsFor: waitsFor(batch),
      projectIds: projectsOf(batch),
    }
  )
}

async function findBatch(store: Store, { key }: BatchReader, id: string): Promise<BatchRecord | null> {
  const batch = (await readBatch(store, id))?.batch ?? null
  return batch !== null && isSeen(key, batch) ? batch : null
}

/** The jobs of a batch, in the order of their numbers; `null`: the reader sees no such batch. */
export async function listUnits(
  store: Store,
  reader: BatchReader,
  id: string,
  { limit, after }: BatchPageQuery,
): Promise<BatchPage<BatchJob> | null> {
  const batch = await findBatch(store, reader, id)
  if (batch === null) return null
  const { total } = batch
  // Until the batch is planned, jobs that an interrupted server wrote do not count.
  if (total === 0) return { items: [], next: null }
  const prefix = keySpace.batchUnitsOf(id)
  const entries = await store.list({
    prefix,
    limit: limit + 1,
    ...(after !== null && { after: prefix + after }),
  })
  const units = entries
    .map(({ value }) => parseRecord(BatchUnit, value, id))
    .filter(({ number }) => number <= total)
  const shown = units.slice(0, limit)
  const last = shown.at(-1)
  const next =
    units.length > limit && last !== undefined
      ? keySpace.batchUnit(id, last.number).slice(prefix.length)
      : null
  return { items: shown.map(unitView), next }
}
