/** A precondition: `value` is what the key must hold now, `null` that it must not exist. */
export interface Check {
  readonly key: string
  readonly value: string | null
}

export interface Write {
  readonly key: string
  readonly value: string
  /** Epoch milliseconds after which the key is gone. */
  readonly expiresAt?: number
}

export interface Commit {
  readonly checks?: readonly Check[]
  readonly set?: readonly Write[]
  readonly del?: readonly string[]
}

export interface Entry {
  readonly key: string
  readonly value: string
}

/**
 * All the product knows of a database. Values are strings; keys are ordered by their UTF-8 bytes.
 * Every method rejects with StoreUnavailable when the database cannot be reached or written: an outage never looks
 * like an absent key.
 */
export interface Store {
  get(key: string): Promise<string | undefined>
  getMany(keys: readonly string[]): Promise<(string | undefined)[]>
  /** All or nothing. False: a check did not hold and nothing was written. */
  commit(commit: Commit): Promise<boolean>
  /** Entries whose key starts with `prefix`, in key order, from the first key greater than `after`. */
  list(range: { prefix: string; after?: string; limit: number }): Promise<Entry[]>
  /**
   * To be called when a message arrives: the reads made for all messages that lie ready at this moment may see one
   * and the same state. It is newer than each of them.
   */
  readTogether(): void
  close(): Promise<void>
}

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** What one key holds is not what this version writes there. Others are not concerned, and trying again is no help. */
export class RecordUnreadable extends Error {
  override name = 'RecordUnreadable'
}
