import type { QueueKey } from '../store/read-key.ts'
import type { Entry } from '../store/store.ts'
import type { BatchManager, BatchPageQuery, BatchReader, BatchRequest, Confirmation } from './batch-view.ts'
import type { BatchWork } from './change-batch.ts'
import { cancelBatch, continueBatch, retryBatch } from './control-batch.ts'
import { createBatch } from './create-batch.ts'
import { purgeBatch } from './end-batch.ts'
import { getBatch, listBatches, listUnits } from './list-batches.ts'
import { recordEndedRun } from './record-ended-run.ts'
import { workOnBatch } from './work-on-batch.ts'

export type Batches = ReturnType<typeof createBatches>

/** Hides what the use cases need from those who call them: routes, pages, and the timers. */
export function createBatches(deps: BatchWork & { readonly newBatchId: () => string }) {
  const { store } = deps
  return {
    create: (manager: BatchManager, request: BatchRequest) => createBatch(deps, manager, request),
    get: (reader: BatchReader, id: string) => getBatch(store, reader, id),
    list: (reader: BatchReader, page: BatchPageQuery) => listBatches(deps, reader, page),
    jobs: (reader: BatchReader, id: string, page: BatchPageQuery) => listUnits(store, reader, id, page),
    continue: (manager: BatchManager, id: string, confirmation: Confirmation) =>
      continueBatch(deps, manager, id, confirmation),
    cancel: (manager: BatchManager, id: string) => cancelBatch(deps, manager, id),
    retry: (manager: BatchManager, id: string) => retryBatch(deps, manager, id),

    work: (due: QueueKey, entry: Entry) => workOnBatch(deps, due, entry),
    recordEnd: (entry: Entry) => recordEndedRun(deps, entry),
    purge: (due: QueueKey, entry: Entry) => purgeBatch(deps, due, entry),
  }
}
