import { keySpace } from '../store/key-space.ts'
import type { QueueKey } from '../store/read-key.ts'
import type { Entry } from '../store/store.ts'
import type { Lane } from './lane.ts'

export interface BatchLaneDeps {
  /** All three move or delete the entry. */
  readonly work: (due: QueueKey, entry: Entry) => Promise<void>
  readonly recordEnd: (entry: Entry) => Promise<void>
  readonly purge: (due: QueueKey, entry: Entry) => Promise<void>
}

/** Batches; the account stands where other queues have the project. */
export const batchLane = ({ work, recordEnd, purge }: BatchLaneDeps): Lane => ({
  queue: keySpace.batching(),
  concurrency: 8,
  // One server works on the batches of an account, so that servers do not compete for the same records.
  concurrencyPerProject: 1,
  handlers: { step: work, ended: (_, entry) => recordEnd(entry), purge },
})
