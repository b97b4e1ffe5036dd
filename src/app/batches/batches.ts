import type { BatchJob, BatchView } from '../../contract/batch.ts'
import type { QueueKey } from '../store/read-key.ts'
import type { Entry } from '../store/store.ts'
import type {
  BatchManager,
  BatchPage,
  BatchPageQuery,
  BatchReader,
  BatchRequest,
  Confirmation,
  ControlOutcome,
  CreateBatchOutcome,
  ShownBatch,
} from './batch-view.ts'
import type { BatchDeps } from './change-batch.ts'
import { cancelBatch, continueBatch, retryBatch } from './control-batch.ts'
import { createBatch } from './create-batch.ts'
import { purgeBatch } from './end-batch.ts'
import { findBatch, listBatches, listUnits, shownBatch } from './list-batches.ts'
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
