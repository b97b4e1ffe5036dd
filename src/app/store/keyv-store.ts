import Keyv from 'keyv'
import { shareReads } from './share-reads.ts'
import type { StorageAdapter, Swept } from './storage-adapter.ts'
import { type Store, StoreUnavailable } from './store.ts'

/** A store with the one thing only a timer needs. */
export interface SweptStore extends Store {
  /** Removes up to `limit` entries that expired at `now` or before, which reads never see anyway. */
  sweep(now: number, limit: number): Promise<Swept>
}

/** The product's store on one adapter. Reads go through keyv, with the adapter's own clock deciding on expiry. */
export function createKeyvStore(adapter: StorageAdapter): SweptStore {
  const keyv = new Keyv<string>({ store: adapter, serialization: false, stats: false, checkExpired: false })
  // With a listener that returns, keyv turns a failed read into `undefined`: an outage would look like a missing key.
  keyv.on('error', (error: unknown) => {
    throw error
  })
  const reads = shareReads((key) => guarded('read', keyv.get<string>(key)))
  return {
    get: reads.get,
    getMany: (keys) => guarded('read', keyv.getMany<string>([...keys])),
    async commit(commit) {
      try {
        return await guarded('written', adapter.commit(commit))
      } finally {
        reads.forget()
      }
    },
    readTogether() {
      adapter.readTogether()
      reads.together()
    },
    list: (range) => guarded('read', adapter.list(range)),
    sweep: (now, limit) => guarded('swept', adapter.sweep(now, limit)),
    close: () => guarded('closed', adapter.disconnect()),
  }
}

async function guarded<T>(done: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StoreUnavailable(`the database could not be ${done}: ${why}`, { cause })
  }
}
