import Keyv from 'keyv'
import type { StorageAdapter, Swept } from './storage-adapter.ts'
import { type Store, StoreUnavailable } from './store.ts'

/** A store with the one thing only a timer needs. */
export interface SweptStore extends Store {
  /** Removes up to `limit` entries that expired at `now` or before, which reads never see anyway. */
  sweep(now: number, limit: number): Promise<Swept>
}

/**
 * The product's store on one adapter. Reads go through keyv, with the adapter's own clock deciding on expiry, unless the
 * adapter knows the answer: keyv's way to it costs as much as the read.
 */
export function createKeyvStore(adapter: StorageAdapter): SweptStore {
  const keyv = new Keyv<string>({ store: adapter, serialization: false, stats: false, checkExpired: false })
  // With a listener that returns, keyv turns a failed read into `undefined`: an outage would look like a missing key.
  keyv.on('error', (error: unknown) => {
    throw error
  })
  return {
    async get(key) {
      try {
        const known = adapter.recall(key)
        return known === null ? await keyv.get<string>(key) : known
      } catch (error) {
        throw unavailable('read', error)
      }
    },
    getMany: (keys) => guarded('read', keyv.getMany<string>([...keys])),
    commit: (commit) => guarded('written', adapter.commit(commit)),
    readTogether: () => adapter.readTogether(),
    list: (range) => guarded('read', adapter.list(range)),
    sweep: (now, limit) => guarded('swept', adapter.sweep(now, limit)),
    close: () => guarded('closed', adapter.disconnect()),
  }
}

async function guarded<T>(done: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw unavailable(done, error)
  }
}

function unavailable(done: string, cause: unknown): StoreUnavailable {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new StoreUnavailable(`the database could not be ${done}: ${why}`, { cause })
}
