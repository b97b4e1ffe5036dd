import type { Client } from 'pg'
import { keyAfter, keyRange } from '../keys.ts'
import { DeadlineExceeded } from '../remote/deadline.ts'
import { NotConnected, Unconfirmed } from '../remote/failures.ts'
import { createGroupCommit, requireTexts } from '../remote/group-commit.ts'
import type { Link } from '../remote/link.ts'
import { createReadBatches } from '../remote/read-batches.ts'
import { StorageAdapter } from '../storage-adapter.ts'
import type { Commit, Entry, FullPart, ListRange, Swept, Write } from '../store.ts'
import { isLostConnection, type LinkPool, READ_ONLY, sqlState } from './connect.ts'
import {
  exportEntries,
  listEntries,
  listKeys,
  lock,
  readEntries,
  sweepEntries,
  writeEntries,
} from './statements.ts'

/** Number of keys read in one batch. */
const KEYS_BATCH = 1_000
/** Batches of several servers that lock the same keys are repeated. */
const MAX_TRIES = 5

interface PostgresLinks {
  readonly readers: LinkPool<Client>
  /** One batch of commits at a time. */
  readonly writer: Link<Client>
}

/** The entries of one PostgreSQL database, which several servers may use simultaneously. */
export class PostgresAdapter extends StorageAdapter {
  readonly #links: PostgresLinks
  readonly #now: () => number
  readonly #caveats: readonly string[]
  readonly #reads: ReturnType<typeof createReadBatches>
  readonly #group: ReturnType<typeof createGroupCommit>

  constructor(links: PostgresLinks, now: () => number, caveats: readonly string[]) {
    super()
    this.#caveats = caveats
    this.#links = links
    this.#now = () => Math.floor(now())
    this.#reads = createReadBatches({
      fetch: (take) =>
        links.readers.run(
          async (client) =>
            new Map(
              (await readEntries(client, this.#now(), take())).map(([key = '', value = '']) => [key, value]),
            ),
        ),
    })
    this.#group = createGroupCommit({ apply: (batch, ms) => this.#apply(batch, ms), isOutage })
  }

  async read(keys: readonly string[]): Promise<(string | undefined)[]> {
    return keys.length === 0 ? [] : this.#reads.read(keys)
  }

  async commit(commit: Commit): Promise<boolean> {
    requireTexts(commit)
    return this.#group.commit(commit)
  }

  async list({ prefix, after, limit }: ListRange): Promise<Entry[]> {
    const range = { ...keyRange(prefix, after), limit }
    const rows = await this.#links.readers.run((client) => listEntries(client, this.#now(), range))
    return rows.map(([key = '', value = '']) => ({ key, value }))
  }

  async exported(keys: readonly string[]): Promise<Write[]> {
    const rows = await this.#links.readers.run((client) => exportEntries(client, this.#now(), keys))
    return rows.map(([key = '', value = '', expiresAt]) => ({
      key,
      value,
      ...(expiresAt !== '' && { expiresAt: Number(expiresAt) }),
    }))
  }

  async *keys(prefix: string): AsyncGenerator<readonly string[]> {
    const { end, first } = keyRange(prefix)
    for (let from = first; ; ) {
      const range = { first: from, end, limit: KEYS_BATCH }
      const rows = await this.#links.readers.run((client) => listKeys(client, this.#now(), range))
      const keys = rows.map(([key = '']) => key)
      if (keys.length > 0) yield keys
      const last = keys.at(-1)
      if (last === undefined || keys.length < KEYS_BATCH) return
      from = keyAfter(last)
    }
  }

  async sweep(now: number, limit: number): Promise<Swept> {
    const removed = await this.#links.readers.run((client) => sweepEntries(client, Math.floor(now), limit))
    // Autovacuum reuses the space.
    return { removed, isShrinking: false }
  }

  override fullPart(error: unknown): FullPart | null {
    return sqlState(error) === DISK_FULL ? 'disk' : null
  }

  override isUnconfirmed(error: unknown): boolean {
    return error instanceof Unconfirmed
  }

  override async whyNoWrites(): Promise<string | null> {
    return (await this.#links.readers.run(isReadOnly)) ? ONLY_READS : null
  }

  override caveats(): readonly string[] {
    return this.#caveats
  }

  async disconnect(): Promise<void> {
    await this.#group.drain()
    await this.#links.writer.close()
    await this.#links.readers.close()
  }

  async #apply(batch: readonly Commit[], deadlineMs: number): Promise<readonly boolean[]> {
    for (let tries = 1; ; tries++) {
      let isSent = false
      const onSend = () => {
        isSent = true
      }
      try {
        return await this.#links.writer.run((client) => this.#transaction(client, batch, onSend), deadlineMs)
      } catch (error) {
        if (isSent && isSilent(error))
          throw new Unconfirmed('the database did not confirm a write', { cause: error })
        if (!isConflict(error) || tries === MAX_TRIES) throw error
      }
    }
  }

  /** Two round trips: locks and reads, then writes. Each statement sees what was committed before it began. */
  async #transaction(
    client: Client,
    batch: readonly Commit[],
    onSend: () => void,
  ): Promise<readonly boolean[]> {
    const checked = new Set(batch.flatMap(({ checks = [] }) => checks.map(({ key }) => key)))
    const touched = batch.flatMap(({ set = [], del = [] }) => [...set.map(({ key }) => key), ...del])
    const hashes = [...new Set([...checked, ...touched].map(lockHash))].sort((one, other) => one - other)
    const now = this.#now()
    try {
      const [, , rows] = await inOnePacket(client, () =>
        Promise.all([client.query('BEGIN'), lock(client, hashes), readEntries(client, now, [...checked])]),
      )
      const stored = new Map(rows.map(([key = '', value = '']) => [key, value]))
      const { outcomes, set, del } = decideBatch(batch, stored, now)
      const written = set.map(({ key, value, expiresAt }) => ({ key, value, expiresAt: expiresAt ?? null }))
      onSend()
      await inOnePacket(client, () =>
        Promise.all([
          ...(set.length + del.length > 0 ? [writeEntries(client, del, written)] : []),
          client.query('COMMIT'),
        ]),
      )
      return outcomes
    } catch (error) {
      if (!isLostConnection(error)) await client.query('ROLLBACK')
      throw error
    }
  }
}

/** pg writes each query to the socket at the end of its tick: one system call for all of them saves CPU time. */
function inOnePacket<T>(client: Client, send: () => Promise<T>): Promise<T> {
  const { stream } = client.connection
  stream.cork()
  const answer = send()
  process.nextTick(() => stream.uncork())
  return answer
}

const ONLY_READS =
  'PostgreSQL accepts only reads (default_transaction_read_only = on), so no job is accepted; hosted servers switch this on ' +
  'when their disk is nearly full'

async function isReadOnly(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ readOnly: string }>(
    `SELECT current_setting('transaction_read_only') AS "readOnly"`,
  )
  return rows[0]?.readOnly === 'on'
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DISK_FULL = '53100'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'
const STATEMENT_TIMEOUT = '57014'

const isConflict = (error: unknown): boolean =>
  [SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error) ?? '')

/** The database did not answer. One that accepts only reads does. */
const isSilent = (error: unknown): boolean =>
  error instanceof DeadlineExceeded || (isLostConnection(error) && sqlState(error) !== READ_ONLY)

/** The next batch would fail as well, so the waiting callers get their answer immediately. */
const isOutage = (error: unknown): boolean =>
  error instanceof NotConnected ||
  isSilent(error) ||
  [LOCK_TIMEOUT, STATEMENT_TIMEOUT, DISK_FULL, READ_ONLY].includes(sqlState(error) ?? '')

interface Decided {
  /** For each commit in order: whether its checks hold. */
  readonly outcomes: readonly boolean[]
  /** Sorted by key. */
  readonly set: readonly Write[]
  readonly del: readonly string[]
}

/**
 * Decides the commits of a batch one after the other, each on what the one before it has left. A single SQL statement
 * could not: it sees nothing that it writes itself. `stored`: the entries that exist, of the keys that are checked.
 */
function decideBatch(batch: readonly Commit[], stored: ReadonlyMap<string, string>, now: number): Decided {
  const changes = new Map<string, Write | null>()
  const valueNow = (key: string): string | null => {
    const change = changes.get(key)
    if (change === undefined) return stored.get(key) ?? null
    return change === null || (change.expiresAt !== undefined && change.expiresAt <= now)
      ? null
      : change.value
  }
  const outcomes = batch.map(({ checks = [], set = [], del = [] }) => {
    if (!checks.every(({ key, value }) => valueNow(key) === value)) return false
    for (const write of set) changes.set(write.key, write)
    for (const key of del) changes.set(key, null)
    return true
  })
  const sorted = [...changes].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    outcomes,
    set: sorted.flatMap(([, write]) => (write === null ? [] : [write])),
    del: sorted.flatMap(([key, write]) => (write === null ? [key] : [])),
  }
}

/**
 * The number under which PostgreSQL locks a key: 52 bits, so that two keys in use rarely share one. If they do, two
 * servers wait for each other for a moment. An absent key has no row that could be locked.
 */
export function lockHash(key: string): number {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    low = Math.imul(low ^ unit, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return (high >>> 12) * 2 ** 32 + (low >>> 0)
}
