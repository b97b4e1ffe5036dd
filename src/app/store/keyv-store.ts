import Keyv from 'keyv'
import { requireListed } from './key-space.ts'
import type { StorageAdapter } from './storage-adapter.ts'
import { type OpenedStore, StoreFull, StoreUnavailable, WriteUnconfirmed } from './store.ts'

/**
 * The store on one adapter, whose clock decides what has expired. Single reads go through keyv. Cached values and reads of
 * several keys bypass it, since its overhead costs as much as a read.
 */
export function createKeyvStore(adapter: StorageAdapter): OpenedStore {
  const keyv = new Keyv<string>({ store: adapter, serialization: false, stats: false, checkExpired: false })
  // With a listener that returns, keyv turns a failed read into `undefined`: an outage would look like a missing key.
  keyv.on('error', (error: unknown) => {
    throw error
  })
  return {
    async get(key) {
      try {
        const known = adapter.cached(key)
        return known === null ? await keyv.get<string>(key) : known
      } catch (error) {
        throw unavailable('read', error)
      }
    },
    getMany: (keys) => guarded('read', adapter.read(keys)),
    async commit(commit) {
      try {
        return await adapter.commit(commit)
      } catch (error) {
        const full = adapter.fullPart(error)
        if (full !== null) throw new StoreFull(full, { cause: error })
        if (adapter.isUnconfirmed(error)) throw new WriteUnconfirmed(messageOf(error), { cause: error })
        throw unavailable('written', error)
      }
    },
    readTogether: () => adapter.readTogether(),
    async list(range) {
      requireListed(range.prefix)
      return guarded('read', adapter.list(range))
    },
    sweep: (now, limit) => guarded('swept', adapter.sweep(now, limit)),
    async *keys(prefix) {
      try {
        yield* adapter.keys(prefix)
      } catch (error) {
        throw unavailable('read', error)
      }
    },
    exported: (keys) => guarded('read', adapter.exported(keys)),
    caveats: () => adapter.caveats(),
    whyNoWrites: () => guarded('read', adapter.whyNoWrites()),
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
  return new StoreUnavailable(`the database could not be ${done}: ${messageOf(cause)}`, { cause })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
