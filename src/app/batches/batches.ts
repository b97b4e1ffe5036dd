import type { BatchJob, BatchView } from '../../contract/batch.ts'
import { keySpace } from '../store/key-space.ts'
import type { QueueKey } from '../store/read-key.ts'
import type { Entry, Store } from '../store/store.ts'
import type { BatchDeps } from './batch-deps.ts'
import { type BatchRecord, BatchUnit, parseRecord, projectsOf, readBatch } from './batch-record.ts'
import {
  type BatchManager,
  type BatchPage,
  type BatchPageQuery,
  type BatchReader,
  type BatchRequest,
  type Confirmation,
  type ControlOutcome,
  type CreateBatchOutcome,
  isSeen,
  type ShownBatch,
} from './batch-requests.ts'
import { waitsFor } from './batch-state.ts'
import { batchView, unitView } from './batch-view.ts'
import { cancelBatch, continueBatch, retryBatch } from './control-batch.ts'
import { createBatch } from './create-batch.ts'
import { listBatches } from './list-batches.ts'
import { purgeBatch } from './purge-batch.ts'
import { recordEndedRun } from './record-ended-run.ts'
import { workOnBatch } from './work-on-batch.ts'

/** Use cases of batches, and what the timers do for them. */
export interface Batches {
  create(manager: BatchManager, request: BatchRequest): Promise<CreateBatchOutcome>
  get(reader: BatchReader, id: string): Promise<ShownBatch | null>
  list(reader: BatchReader, page: BatchPageQuery): Promise<BatchPage<BatchView>>
  /** The jobs of a batch, in the order of their numbers; `null`: the reader sees no such batch. */
  jobs(reader: BatchReader, id: string, page: BatchPageQuery): Promise<BatchPage<BatchJob> | null>
  continue(manager: BatchManager, id: string, confirmation: Confirmation): Promise<ControlOutcome>
  cancel(manager: BatchManager, id: string): Promise<ControlOutcome>
  retry(manager: BatchManager, id: string): Promise<ControlOutcome>
  work(due: QueueKey, entry: Entry): Promise<void>
  recordEnd(entry: Entry): Promise<void>
  purge(due: QueueKey, entry: Entry): Promise<void>
}

export function createBatches(deps: BatchDeps): Batches {
  const { store } = deps
  return {
    create: (manager, request) => createBatch(deps, manager, request),
    async get(reader, id) {
      const batch = await findBatch(store, reader, id)
      return batch === null ? null : shownBatch(batch)
    },
    list: (reader, page) => listBatches(deps, reader, page),
    async jobs(reader, id, page) {
      const batch = await findBatch(store, reader, id)
      return batch === null ? null : listUnits(store, batch, page)
    },
    continue: (manager, id, confirmation) => continueBatch(deps, manager, id, confirmation),
    cancel: (manager, id) => cancelBatch(deps, manager, id),
    retry: (manager, id) => retryBatch(deps, manager, id),
    work: (due, entry) => workOnBatch(deps, due, entry),
    recordEnd: (entry) => recordEndedRun(deps, entry),
    purge: (due, entry) => purgeBatch(deps, due, entry),
  }
}

const shownBatch = (batch: BatchRecord): ShownBatch => ({
  revision: batch.rev,
  view: batchView(batch),
  waitsFor: waitsFor(batch),
  projectIds: projectsOf(batch),
})

async function findBatch(store: Store, { key }: BatchReader, id: string): Promise<BatchRecord | null> {
  const batch = (await readBatch(store, id))?.batch ?? null
  return batch !== null && isSeen(key, batch) ? batch : null
}

async function listUnits(
  store: Store,
  { id, total }: BatchRecord,
  { limit, after }: BatchPageQuery,
): Promise<BatchPage<BatchJob>> {
  // Until it is planned, what an interrupted server wrote does not count.
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
