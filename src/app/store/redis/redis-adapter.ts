import { keyRange } from '../keys.ts'
import { DEADLINE_MS } from '../remote/deadline.ts'
import { NotConnected, Unconfirmed } from '../remote/failures.ts'
import { createGroupCommit, requireTexts } from '../remote/group-commit.ts'
import type { Link } from '../remote/link.ts'
import { createReadBatches } from '../remote/read-batches.ts'
import { StorageAdapter } from '../storage-adapter.ts'
import type { Commit, Entry, FullPart, ListRange, Swept, Write } from '../store.ts'
import { isLostConnection, type RedisClient, replyCode } from './connect.ts'
import {
  EMPTIED_CODE,
  Emptied,
  ENTRY,
  EXPIRING,
  expiryOf,
  LAYOUT,
  LIST,
  listOf,
  stamped,
  unstamped,
} from './layout.ts'
import { type Persistence, untilOnDisk } from './persistence.ts'
import { COMMITS, LIST_RANGE, type Script, SWEEP } from './scripts.ts'
import { parseInfo, whyNoWrites } from './server-info.ts'

/** How many keys Redis looks at in one step of a scan. */
const SCAN_COUNT = 1_000

/** The entries of one Redis database, which several servers may use simultaneously. */
export class RedisAdapter extends StorageAdapter {
  readonly #link: Link<RedisClient>
  readonly #layout: string
  readonly #now: () => number
  readonly #persistence: () => Persistence
  readonly #reads: ReturnType<typeof createReadBatches>
  readonly #group: ReturnType<typeof createGroupCommit>
  readonly #unanswered = new Set<Promise<unknown>>()

  constructor({
    link,
    layout,
    now,
    persistence,
  }: {
    readonly link: Link<RedisClient>
    /** What Redis held there at the start. */
    readonly layout: string
    readonly now: () => number
    /** Of the server that is connected. */
    readonly persistence: () => Persistence
  }) {
    super()
    this.#persistence = persistence
    this.#link = link
    this.#layout = layout
    this.#now = () => Math.floor(now())
    this.#reads = createReadBatches({ fetch: (take) => this.#fetch(take) })
    this.#group = createGroupCommit({ apply: (batch, ms) => this.#apply(batch, ms), isOutage })
  }

  async read(keys: readonly string[]): Promise<(string | undefined)[]> {
    return keys.length === 0 ? [] : this.#reads.read(keys)
  }

  async commit(commit: Commit): Promise<boolean> {
    requireTexts(commit)
    const done = await this.#group.commit(commit)
    if (done && commit.isOnDisk && this.#persistence().isLate) await this.#untilOnDisk()
    return done
  }

  async list({ prefix, after, limit }: ListRange): Promise<Entry[]> {
    const { first, end } = keyRange(prefix, after)
    const args = [
      this.#layout,
      String(this.#now()),
      ENTRY,
      `[${first}`,
      end === null ? '+' : `(${end}`,
      String(limit),
    ]
    const found = (await this.#evaluate(LIST_RANGE, [listOf(prefix)], args)) as string[]
    return Array.from({ length: found.length / 2 }, (_, n) => ({
      key: found[2 * n] ?? '',
      value: found[2 * n + 1] ?? '',
    }))
  }

  async exported(keys: readonly string[]): Promise<Write[]> {
    const now = this.#now()
    if (keys.length === 0) return []
    const stored = await this.#run((client) => this.#stored(client, keys))
    return keys.flatMap((key, index) => {
      const text = stored[index] ?? '0|'
      const value = unstamped(text, now)
      const expiresAt = expiryOf(text)
      return value === undefined ? [] : [{ key, value, ...(expiresAt !== null && { expiresAt }) }]
    })
  }

  async *keys(prefix: string): AsyncGenerator<readonly string[]> {
    const MATCH = `${ENTRY}${escaped(prefix)}*`
    let cursor = '0'
    do {
      const step = await this.#run((client) => client.scan(cursor, { MATCH, COUNT: SCAN_COUNT }))
      cursor = step.cursor
      const keys = [...new Set(step.keys.map((key) => key.slice(ENTRY.length)))]
      const live = await this.#live(keys)
      // After the step: a database that was emptied before or during the scan would look as if it were complete.
      await this.#run((client) => this.#stored(client, []))
      if (live.length > 0) yield live
    } while (cursor !== '0')
  }

  async sweep(now: number, limit: number): Promise<Swept> {
    const args = [String(Math.floor(now)), String(limit), ENTRY, LIST]
    return { removed: Number(await this.#evaluate(SWEEP, [EXPIRING], args)), isShrinking: false }
  }

  override fullPart(error: unknown): FullPart | null {
    switch (replyCode(error)) {
      case 'OOM':
        return 'memory'
      case 'MISCONF':
        return 'disk'
      default:
        return null
    }
  }

  override isUnconfirmed(error: unknown): boolean {
    return error instanceof Unconfirmed
  }

  override async whyNoWrites(): Promise<string | null> {
    return whyNoWrites(parseInfo(await this.#run((client) => client.info())))
  }

  override caveats(): readonly string[] {
    return this.#persistence().caveats
  }

  async disconnect(): Promise<void> {
    await this.#group.drain()
    await Promise.allSettled(this.#unanswered)
    await this.#link.close()
  }

  async #fetch(take: () => readonly string[]): Promise<ReadonlyMap<string, string>> {
    const now = this.#now()
    return this.#run(async (client) => {
      const keys = take()
      if (keys.length === 0) return new Map()
      const stored = await this.#stored(client, keys)
      const values = new Map<string, string>()
      keys.forEach((key, index) => {
        const value = unstamped(stored[index] ?? '0|', now)
        if (value !== undefined) values.set(key, value)
      })
      return values
    })
  }

  /** What these keys hold. Throws if Redis does not hold the data that this server started with. */
  async #stored(client: RedisClient, keys: readonly string[]): Promise<(string | null)[]> {
    const [layout, ...stored] = await client.mGet([LAYOUT, ...keys.map((key) => ENTRY + key)])
    if (layout !== this.#layout) throw new Emptied()
    return stored
  }

  async #live(keys: string[]): Promise<string[]> {
    const now = this.#now()
    if (keys.length === 0) return []
    const times = await this.#run((client) => client.zmScore(EXPIRING, keys))
    return keys.filter((_, index) => (times[index] ?? Number.POSITIVE_INFINITY) > now)
  }

  async #apply(batch: readonly Commit[], deadlineMs: number): Promise<readonly boolean[]> {
    let isSent = false
    try {
      const args = [this.#layout, String(this.#now())]
      for (const commit of batch) addArguments(args, commit)
      const onSend = () => {
        isSent = true
      }
      const outcomes = String(await this.#evaluate(COMMITS, [], args, { deadlineMs, onSend }))
      return Array.from(outcomes, (one) => one === '1')
    } catch (error) {
      // An error reply of the script: nothing was written.
      if (!isSent || replyCode(error) !== null) throw error
      throw new Unconfirmed('the database did not confirm a write', { cause: error })
    }
  }

  async #untilOnDisk(): Promise<void> {
    try {
      await untilOnDisk({
        info: () => this.#run(async (client) => parseInfo(await client.info('persistence'))),
      })
    } catch (error) {
      throw new Unconfirmed('the database did not confirm that a write is on its disk', { cause: error })
    }
  }

  async #evaluate(
    { text, sha }: Script,
    keys: readonly string[],
    args: readonly string[],
    { deadlineMs = DEADLINE_MS, onSend = () => {} } = {},
  ): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args]
    return this.#run(async (client) => {
      onSend()
      try {
        return await client.sendCommand(['EVALSHA', sha, ...rest])
      } catch (error) {
        // A restarted server has forgotten the script.
        if (replyCode(error) !== 'NOSCRIPT') throw error
        return client.sendCommand(['EVAL', text, ...rest])
      }
    }, deadlineMs)
  }

  #run<T>(work: (client: RedisClient) => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
    const answer = this.#link.run(work, deadlineMs)
    this.#unanswered.add(answer)
    const forget = () => this.#unanswered.delete(answer)
    answer.then(forget, forget)
    return answer
  }
}

/** The prefix as a pattern of Redis that matches only itself. */
const escaped = (prefix: string): string => prefix.replace(/[\\*?[\]^-]/g, '\\$&')

/** Appends a commit as the script expects it. */
function addArguments(args: string[], { checks = [], set = [], del = [] }: Commit): void {
  args.push(String(checks.length), String(set.length), String(del.length))
  for (const { key, value } of checks) args.push(key, value === null ? '0' : '1', value ?? '')
  for (const { key, value, expiresAt } of set) args.push(key, stamped(value, expiresAt ?? null))
  args.push(...del)
}

/** The next batch would fail as well: there is no connection, or Redis cannot write to its disk. */
const isOutage = (error: unknown): boolean =>
  error instanceof NotConnected ||
  isLostConnection(error) ||
  ['MISCONF', EMPTIED_CODE].includes(replyCode(error) ?? '')
