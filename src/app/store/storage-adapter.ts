import { setImmediate } from 'node:timers/promises'
import Keyv, { type KeyvStorageAdapter, type KeyvStorageEntry, keyvStorageCapability } from 'keyv'
import { requireListed } from './keys.ts'
import {
  type Commit,
  type Entry,
  type FullPart,
  type ListRange,
  type OpenedStore,
  StoreFull,
  StoreUnavailable,
  type Swept,
  type Write,
  WriteUnconfirmed,
} from './store.ts'

/** keyv's adapter without its event emitter: with an error listener, keyv returns `undefined` for a failed read. */
type KeyvMethods = Required<
  Pick<
    KeyvStorageAdapter,
    | 'capabilities'
    | 'get'
    | 'getMany'
    | 'has'
    | 'hasMany'
    | 'set'
    | 'setMany'
    | 'delete'
    | 'deleteMany'
    | 'clear'
    | 'disconnect'
  >
>

/**
 * A database behind keyv, with what keyv lacks: atomic batches and ordered ranges. An adapter implements the
 * abstract methods, as store.ts describes them; they throw when the database fails. keyv's own methods are built on
 * them.
 */
export abstract class StorageAdapter implements KeyvMethods {
  /** Values in the order of the keys; `undefined` for an absent or expired one. */
  abstract read(keys: readonly string[]): Promise<(string | undefined)[]>
  abstract commit(commit: Commit): Promise<boolean>
  abstract list(range: ListRange): Promise<Entry[]>
  abstract sweep(now: number, limit: number): Promise<Swept>
  abstract exported(keys: readonly string[]): Promise<Write[]>
  abstract keys(prefix: string): AsyncIterable<readonly string[]>
  abstract disconnect(): Promise<void>

  /** An adapter with a cache overrides this: what `read` would return, or `null` if that takes a read. */
  cached(_key: string): string | undefined | null {
    return null
  }

  /** The resource that was full when a write failed; `null`: the write failed for another reason. */
  fullPart(_error: unknown): FullPart | null {
    return null
  }

  /** Whether a write that failed may have been done. */
  isUnconfirmed(_error: unknown): boolean {
    return false
  }

  /** A database that says whether it accepts writes overrides this. */
  async whyNoWrites(): Promise<string | null> {
    return null
  }

  /** What the settings of the database may lose. */
  caveats(): readonly string[] {
    return []
  }

  /** An adapter that can batch reads overrides this. */
  readTogether(): void {}

  /** Tells keyv that `set` takes an absolute expiry, so that keyv does not wrap the adapter. */
  get capabilities() {
    return keyvStorageCapability(this)
  }

  async get<Value>(key: string) {
    const [value] = await this.read([key])
    return value === undefined ? undefined : { value: value as Value }
  }

  /** Values wrapped as keyv does it: it would try to parse plain strings. */
  async getMany<Value>(keys: string[]): Promise<({ value: Value } | undefined)[]> {
    const values = await this.read(keys)
    return values.map((value) => (value === undefined ? undefined : { value: value as Value }))
  }

  async has(key: string): Promise<boolean> {
    const [found] = await this.read([key])
    return found !== undefined
  }

  async hasMany(keys: string[]): Promise<boolean[]> {
    const values = await this.read(keys)
    return values.map((value) => value !== undefined)
  }

  async set(key: string, value: unknown, expires?: number): Promise<boolean> {
    await this.setMany([{ key, value, ...(expires !== undefined && { expires }) }])
    return true
  }

  async setMany<Value>(entries: KeyvStorageEntry<Value>[]): Promise<boolean[]> {
    const set = entries.map(({ key, value, expires }) => ({
      key,
      value: unwrap(value),
      ...(expires !== undefined && { expiresAt: expires }),
    }))
    await this.commit({ set })
    return entries.map(() => true)
  }

  async delete(key: string): Promise<boolean> {
    const [held] = await this.deleteMany([key])
    return held === true
  }

  async deleteMany(keys: string[]): Promise<boolean[]> {
    const held = await this.hasMany(keys)
    await this.commit({ del: keys })
    return held
  }

  async clear(): Promise<void> {
    for await (const keys of this.keys('')) await this.commit({ del: keys })
  }
}

/** keyv passes a value as `{ value, expires }` if it does not serialize. */
function unwrap(wrapped: unknown): string {
  if (
    typeof wrapped === 'object' &&
    wrapped !== null &&
    'value' in wrapped &&
    typeof wrapped.value === 'string'
  )
    return wrapped.value
  throw new TypeError('the store accepts only strings')
}

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

/** Iterations of the event loop. One takes some tens of microseconds, except if the server is overloaded. */
const MAX_ITERATIONS = 10

/**
 * Resolves as soon as an iteration of the event loop has added nothing to a batch, so that requests which arrive together share
 * one fsync or one round trip. To a database server, a statement costs as much as several requests, whatever its size: its
 * system call wakes another process. A request that arrives alone waits for one iteration.
 */
export async function untilComplete(count: () => number): Promise<void> {
  for (let iterations = 0, before = 0; iterations < MAX_ITERATIONS && count() > before; iterations++) {
    before = count()
    await setImmediate()
  }
}
