import { type KeyvStorageAdapter, type KeyvStorageEntry, keyvStorageCapability } from 'keyv'
import type { Commit, Entry } from './store.ts'

export interface Swept {
  /** Entries. */
  readonly removed: number
  /** The file is larger than what it holds, and gives back a part with each sweep. */
  readonly isShrinking: boolean
}

export interface Range {
  readonly prefix: string
  readonly after?: string
  readonly limit: number
}

/** keyv's adapter without its event emitter: keyv answers a failed read with `undefined` once an error event is heard. */
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
 * A database behind keyv, with what keyv does not have: atomic batches and ordered ranges. A backend offers the
 * abstract seven, which throw when the database fails; what keyv asks for stands on them.
 */
export abstract class StorageAdapter implements KeyvMethods {
  /** Values in the order of the keys; what is absent or expired is `undefined`. */
  abstract read(keys: readonly string[]): Promise<(string | undefined)[]>
  /** What a read would answer just now, where that is known without one; `null`: it is not. */
  abstract recall(key: string): string | undefined | null
  abstract commit(commit: Commit): Promise<boolean>
  abstract list(range: Range): Promise<Entry[]>
  /** Removes up to `limit` entries that expired at `now` or before, and gives back a part of the space that is free. */
  abstract sweep(now: number, limit: number): Promise<Swept>
  /** As `Store` has it; where reads cost the same alone, there is nothing to do. */
  abstract readTogether(): void
  abstract disconnect(): Promise<void>

  /** Says that `set` takes an absolute expiry, so that keyv uses the adapter as it is. */
  get capabilities() {
    return keyvStorageCapability(this)
  }

  async get<Value>(key: string) {
    const [value] = await this.read([key])
    return value === undefined ? undefined : { value: value as Value }
  }

  /** A value wrapped as keyv wraps it: a bare string it would want to parse. */
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
    for (;;) {
      const entries = await this.list({ prefix: '', limit: 1000 })
      if (entries.length === 0) return
      await this.commit({ del: entries.map(({ key }) => key) })
    }
  }
}

/** keyv hands a value over as `{ value, expires }` when it does not serialize. */
function unwrap(wrapped: unknown): string {
  if (
    typeof wrapped === 'object' &&
    wrapped !== null &&
    'value' in wrapped &&
    typeof wrapped.value === 'string'
  )
    return wrapped.value
  throw new TypeError('the store keeps strings only')
}
