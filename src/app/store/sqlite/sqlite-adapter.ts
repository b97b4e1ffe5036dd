import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { keyAfter, keyRange } from '../keys.ts'
import { StorageAdapter } from '../storage-adapter.ts'
import type { Check, Commit, Entry, FullPart, ListRange, Swept, Write } from '../store.ts'
import { type CommitOutcome, createGroupCommit } from './group-commit.ts'

/**
 * One snapshot for reads that follow each other without waiting for anything but the database. Outside a transaction,
 * SQLite locks and unlocks the file around each statement, which costs more than the read itself.
 *
 * A snapshot ends with the event loop callback in which it began, before the next message arrives: a client that knows
 * of a write, by this or another process, never gets a response from before it. A held snapshot serves all messages that
 * the system had ready when the event loop asked for them: they arrived before it began.
 *
 * `onForeignWrite` is called before the very first read or check, and before the first that sees a write of another
 * connection.
 */
export function createReadSnapshot(database: DatabaseSync, onForeignWrite: () => void) {
  const beginning = database.prepare('BEGIN')
  const ending = database.prepare('COMMIT')
  // Changes with the commits of all other connections: https://sqlite.org/pragma.html#pragma_data_version
  const version = database.prepare('PRAGMA data_version')
  version.setReturnArrays(true)
  let isOpen = false
  let versionSeen: unknown = null
  let isHeld = false

  function end(): void {
    if (isOpen && database.isOpen && database.isTransaction) ending.run()
    isOpen = false
  }

  function noticeForeignWrites(): void {
    const current = version.get()?.[0]
    if (current !== versionSeen) onForeignWrite()
    versionSeen = current
  }

  function release(): void {
    isHeld = false
    end()
  }

  return {
    /** Call this before a read. */
    begin(): void {
      if (isOpen) return
      beginning.run()
      isOpen = true
      // Ticks run before promises at the end of a callback, but after the promises among which they were scheduled.
      if (!isHeld) Promise.resolve().then(() => process.nextTick(end))
      noticeForeignWrites()
    },
    /** Call this before a write. */
    end,
    /** Call this under the write lock, before a check: until the lock is released, no other connection writes. */
    noticeForeignWrites,
    /** Call this in the callback of a socket. Immediates run after the callbacks of all sockets that were ready. */
    hold(): void {
      if (isHeld) return
      isHeld = true
      setImmediate(release)
    },
  }
}

/** Greater than every key: SQLite sorts blobs after texts. */
const AFTER_ALL_TEXT = new Uint8Array([0])

/**
 * A value with more bytes is read as bytes: the binding decodes a text that is not ASCII five times as slowly as `Buffer`
 * does, and a saved patch of 10 MiB would stop the event loop for 100 ms.
 */
export const LONG = 64 * 1024

/** Number of keys read in one batch. Between batches the server handles requests. */
const KEYS_BATCH = 1_000

/** Number of pages returned to the file system in one sweep, so that a sweep stays short. */
const VACUUM_PAGES = 200

/**
 * The entries of one SQLite file. Several processes may have it open: checks run under the write lock, and a write of
 * another process clears the read cache.
 */
export class SqliteAdapter extends StorageAdapter {
  readonly #database: DatabaseSync
  readonly #now: () => number
  readonly #cache: ReadCache
  readonly #snapshot: ReturnType<typeof createReadSnapshot>
  readonly #read: StatementSync
  readonly #range: StatementSync
  readonly #keyRange: StatementSync
  readonly #write: StatementSync
  readonly #remove: StatementSync
  readonly #removeExpired: StatementSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  readonly #group: ReturnType<typeof createGroupCommit>

  /** `busyTimeoutMs`: how long a write waits for another process that writes. */
  constructor(database: DatabaseSync, now: () => number, busyTimeoutMs: number) {
    super()
    this.#database = database
    this.#now = now
    this.#cache = createReadCache(now)
    this.#snapshot = createReadSnapshot(database, this.#cache.forgetAll)
    this.#group = createGroupCommit({
      apply: (batch) => this.#apply(batch),
      isBusy,
      timeoutMs: busyTimeoutMs,
    })
    const live = '(expires_at IS NULL OR expires_at > ?)'
    this.#read = database.prepare(
      `SELECT iif(octet_length(value) > ${LONG}, CAST(value AS BLOB), value), expires_at
       FROM entry WHERE key = ? AND ${live}`,
    )
    this.#range = database.prepare(
      `SELECT key, value FROM entry WHERE key >= ? AND key < ? AND ${live} ORDER BY key LIMIT ?`,
    )
    this.#keyRange = database.prepare(
      `SELECT key FROM entry WHERE key >= ? AND key < ? AND ${live} ORDER BY key LIMIT ?`,
    )
    // Rows as objects are allocated in V8's old generation, and stay there until a full garbage collection.
    for (const reading of [this.#read, this.#range, this.#keyRange]) reading.setReturnArrays(true)
    this.#write = database.prepare(
      `INSERT INTO entry (key, value, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
    )
    this.#remove = database.prepare('DELETE FROM entry WHERE key = ?')
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#end = database.prepare('COMMIT')
    this.#removeExpired = database.prepare(
      'DELETE FROM entry WHERE key IN (SELECT key FROM entry WHERE expires_at <= ? LIMIT ?)',
    )
  }

  async read(keys: readonly string[]): Promise<(string | undefined)[]> {
    this.#snapshot.begin()
    return keys.map((key) => {
      const cached = this.#cache.get(key)
      if (cached !== null) return cached
      const entry = this.#entry(key)
      this.#cache.put(key, entry)
      return entry.value
    })
  }

  override cached(key: string): string | undefined | null {
    this.#snapshot.begin()
    return this.#cache.get(key)
  }

  commit(commit: Commit): Promise<boolean> {
    return this.#group.commit(commit)
  }

  async list({ prefix, after, limit }: ListRange): Promise<Entry[]> {
    this.#snapshot.begin()
    const { first, end } = keyRange(prefix, after)
    const rows = this.#range.all(first, end ?? AFTER_ALL_TEXT, this.#now(), limit)
    return rows.map((row) => ({ key: String(row[0]), value: String(row[1]) }))
  }

  async exported(keys: readonly string[]): Promise<Write[]> {
    this.#snapshot.begin()
    return keys.flatMap((key) => {
      const { value, expiresAt } = this.#entry(key)
      return value === undefined ? [] : [{ key, value, ...(expiresAt !== null && { expiresAt }) }]
    })
  }

  async *keys(prefix: string): AsyncGenerator<readonly string[]> {
    const end = keyRange(prefix).end ?? AFTER_ALL_TEXT
    for (let from = prefix; ; ) {
      this.#snapshot.begin()
      const keys = this.#keyRange.all(from, end, this.#now(), KEYS_BATCH).map((row) => String(row[0]))
      if (keys.length > 0) yield keys
      const last = keys.at(-1)
      if (last === undefined || keys.length < KEYS_BATCH) return
      from = keyAfter(last)
    }
  }

  async sweep(now: number, limit: number): Promise<Swept> {
    this.#snapshot.end()
    const { changes } = this.#removeExpired.run(now, limit)
    this.#database.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`)
    const { freelist_count: free } = this.#database.prepare('PRAGMA freelist_count').get() ?? {}
    return { removed: Number(changes), isShrinking: Number(free) > 0 }
  }

  override fullPart(error: unknown): FullPart | null {
    return primaryCode(error) === SQLITE_FULL ? 'disk' : null
  }

  override readTogether(): void {
    this.#snapshot.hold()
  }

  async disconnect(): Promise<void> {
    this.#group.flush()
    this.#snapshot.end()
    if (this.#database.isOpen) this.#database.close()
  }

  #entry(key: string): { value: string | undefined; expiresAt: number | null } {
    const row = this.#read.get(key, this.#now())
    if (row === undefined) return { value: undefined, expiresAt: null }
    const { 0: stored, 1: expiresAt } = row
    const value = ArrayBuffer.isView(stored) ? decode(stored) : String(stored)
    return { value, expiresAt: expiresAt === null ? null : Number(expiresAt) }
  }

  #apply(batch: readonly Commit[]): CommitOutcome[] {
    this.#snapshot.end()
    this.#begin.run()
    try {
      return this.#applyAll(batch)
    } catch (error) {
      // A commit that cannot be written (too large, or no space left) must not fail the others. A savepoint for each
      // would achieve that, too, but costs every commit a fifth of its time, and failures are rare.
      if (batch.length === 1) throw error
      return batch.map((commit) => this.#applyAlone(commit))
    }
  }

  #applyAlone(commit: Commit): CommitOutcome {
    try {
      this.#begin.run()
      return this.#applyAll([commit])[0] === true
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  /** Ends the transaction: all writes are durable, or it throws and writes nothing. */
  #applyAll(batch: readonly Commit[]): boolean[] {
    try {
      this.#snapshot.noticeForeignWrites()
      const outcomes = batch.map((commit) => this.#applyOne(commit))
      this.#end.run()
      return outcomes
    } catch (error) {
      // On a full disk SQLite has rolled back by itself.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #applyOne({ checks = [], set = [], del = [] }: Commit): boolean {
    if (!checks.every((check) => this.#holds(check))) return false
    for (const { key, value, expiresAt } of set) {
      this.#cache.forget(key)
      this.#write.run(key, value, expiresAt ?? null)
    }
    for (const key of del) {
      this.#cache.forget(key)
      this.#remove.run(key)
    }
    return true
  }

  /** From the cache, because most commits check what they have just read. */
  #holds({ key, value }: Check): boolean {
    const cached = this.#cache.get(key)
    const current = cached === null ? this.#entry(key).value : cached
    return (current ?? null) === value
  }
}

const decode = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8')

const SQLITE_BUSY = 5
const SQLITE_FULL = 13

/** https://sqlite.org/rescode.html: the low byte is the primary code. */
const primaryCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null

const isBusy = (error: unknown): boolean => primaryCode(error) === SQLITE_BUSY

/** Most requests read only shorter records. Prompts and results are rarely read twice. */
const MAX_TEXT_LENGTH = 4096
/** One more clears the cache. Values in use are soon cached again. */
const MAX_COUNT = 2000

interface CachedRead {
  /** `undefined`: the key is absent. */
  readonly value: string | undefined
  /** Epoch milliseconds. */
  readonly expiresAt: number | null
}

interface ReadCache {
  /** `null`: not cached. */
  get(key: string): string | undefined | null
  put(key: string, known: CachedRead): void
  /** The key is being written. */
  forget(key: string): void
  forgetAll(): void
}

/** The results of reads, up to 8 MB. It is correct as long as `forget` is called for every write. */
export function createReadCache(now: () => number): ReadCache {
  const values = new Map<string, CachedRead>()
  return {
    get(key) {
      const known = values.get(key)
      if (known === undefined) return null
      return known.expiresAt === null || known.expiresAt > now() ? known.value : undefined
    },
    put(key, known) {
      if (known.value !== undefined && known.value.length > MAX_TEXT_LENGTH) return
      if (values.size >= MAX_COUNT) values.clear()
      values.set(key, known)
    },
    forget(key) {
      values.delete(key)
    },
    forgetAll() {
      values.clear()
    },
  }
}
