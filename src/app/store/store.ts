import { setTimeout } from 'node:timers/promises'
import type { ListPrefix } from './keys.ts'

/** A precondition: the key must have this value, or with `null` must not exist. */
export interface Check {
  readonly key: string
  readonly value: string | null
}

export interface Write {
  readonly key: string
  readonly value: string
  /** Epoch milliseconds from which the key is absent. */
  readonly expiresAt?: number
}

export interface Commit {
  readonly checks?: readonly Check[]
  readonly set?: readonly Write[]
  readonly del?: readonly string[]
  /** Confirmed only when it is on disk, also by a database that otherwise confirms earlier. It may take seconds. */
  readonly isOnDisk?: boolean
}

export interface Entry {
  readonly key: string
  readonly value: string
}

/** The first keys of a range, in the order of their UTF-8 bytes. */
export interface ListRange {
  /** Begins with a listed family, see keys.ts. */
  readonly prefix: ListPrefix
  /** The range starts with the first key greater than this. */
  readonly after?: string
  readonly limit: number
}

/**
 * What the product requires of a database. Values are strings. Every method rejects with StoreUnavailable if the
 * database cannot be reached or written: an outage never looks like an absent key.
 */
export interface Store {
  get(key: string): Promise<string | undefined>
  getMany(keys: readonly string[]): Promise<(string | undefined)[]>
  /** Atomic. False: a check failed, and nothing was written. */
  commit(commit: Commit): Promise<boolean>
  /** Entries whose key starts with `prefix`, in key order. Rejects with a TypeError for a family that is not listed. */
  list(range: ListRange): Promise<Entry[]>
  /**
   * A hint for the adapter when a request arrives. It may serve the reads of all requests that arrived together from
   * one snapshot or in one round trip, if that state is at least as new as each of them. Absent: the adapter gains
   * nothing.
   */
  readTogether?(): void
  close(): Promise<void>
}

/** What most use cases read and write with: the database, and the time in epoch milliseconds. */
export interface TimedStore {
  readonly store: Store
  readonly now: () => number
}

/** For timers, upgrades and tests; no use case needs it. */
export interface StoreMaintenance {
  /** Removes up to `limit` entries that expired at `now` or before, which reads never see. */
  sweep(now: number, limit: number): Promise<Swept>
  /**
   * Keys that start with `prefix` (`''`: all), in batches, in no particular order. It may read the whole database, and
   * rarely returns a key twice. A key that is written or deleted meanwhile may be returned or not.
   */
  keys(prefix: string): AsyncIterable<readonly string[]>
  /** The entries of these keys with their expiries, without those that are absent. */
  exported(keys: readonly string[]): Promise<Write[]>
  /** What may be lost with the present settings of the database, in sentences for its operator. */
  caveats(): readonly string[]
  /** Why the database accepts no writes now, for its operator; `null`: it says nothing against them. */
  whyNoWrites(): Promise<string | null>
}

export interface Swept {
  /** Number of entries. */
  readonly removed: number
  /** True: free space is left. Each sweep returns a part of it to the disk. */
  readonly isShrinking: boolean
}

export type OpenedStore = Store & StoreMaintenance

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** There is no database, or it holds no data of Prentice: no server has started with it yet. */
export class StoreMissing extends StoreUnavailable {
  override name = 'StoreMissing'
  /** What the settings of the database server may lose, as far as it has said so. */
  readonly caveats: readonly string[]
  constructor(
    message: string,
    { caveats = [], ...options }: ErrorOptions & { readonly caveats?: readonly string[] } = {},
  ) {
    super(message, options)
    this.caveats = caveats
  }
}

/** What has no space left. */
export type FullPart = 'disk' | 'memory'

/** No space is left. Reads still work, and writes work again after space is freed. */
export class StoreFull extends StoreUnavailable {
  override name = 'StoreFull'
  readonly part: FullPart
  constructor(part: FullPart, options?: ErrorOptions) {
    super(`the ${part} of the database is full`, options)
    this.part = part
  }
}

/** Other writers of the same record were always faster. A retry helps. */
export class StoreContended extends StoreUnavailable {
  override name = 'StoreContended'
}

/** The database did not confirm a write: it may have been done. */
export class WriteUnconfirmed extends StoreUnavailable {
  override name = 'WriteUnconfirmed'
}

/** This version cannot read the value of one key. Other keys are not affected, and a retry does not help. */
export class RecordUnreadable extends Error {
  override name = 'RecordUnreadable'
}

export function mergeCommits(...parts: readonly Commit[]): Commit {
  const checks: Check[] = []
  const set: Write[] = []
  const del: string[] = []
  for (const part of parts) {
    if (part.checks !== undefined) checks.push(...part.checks)
    if (part.set !== undefined) set.push(...part.set)
    if (part.del !== undefined) del.push(...part.del)
  }
  return { checks, set, del, ...(parts.some(({ isOnDisk }) => isOnDisk) && { isOnDisk: true }) }
}

/** One attempt of a read-modify-write. */
export interface Attempt<T> {
  /** Omitted: writes nothing, and the result is final. */
  readonly commit?: Commit
  /** Returned once the commit has succeeded. */
  readonly result: T
}

interface RetryTiming {
  /** From 0 to 1, as Math.random. */
  readonly random: () => number
  readonly sleep: (ms: number) => Promise<unknown>
}

/** One record has few writers (a caller, a runner, a timer). More conflicts in a row than this are a bug. */
const MAX_ATTEMPTS = 50
const MAX_DELAY_MS = 50

/** The only code in the server with its own random delay. */
const REAL_TIMING: RetryTiming = { random: Math.random, sleep: (ms) => setTimeout(ms) }

/**
 * Optimistic concurrency: runs the attempt and commits what it returns; if another writer was faster, waits for a random
 * time that doubles with each attempt, and runs it again. An attempt must read everything it decides on, and only read.
 * `what` names the record in the error that is thrown after 50 conflicts in a row.
 */
export async function commitWithRetry<T>(
  store: Pick<Store, 'commit'>,
  what: string,
  attempt: () => Promise<Attempt<T>>,
  { random, sleep }: RetryTiming = REAL_TIMING,
): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const { commit, result } = await attempt()
    if (commit === undefined || (await store.commit(commit))) return result
    await sleep(random() * Math.min(MAX_DELAY_MS, 2 ** attempts))
  }
  throw new StoreContended(`${what}: ${MAX_ATTEMPTS} writes in a row conflicted with other writers`)
}
