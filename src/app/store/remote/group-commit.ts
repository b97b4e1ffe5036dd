import { untilComplete } from '../storage-adapter.ts'
import type { Commit } from '../store.ts'
import { DEADLINE_MS } from './deadline.ts'

interface Waiting {
  readonly commit: Commit
  readonly since: number
  /** True: a batch with this commit has failed. */
  readonly isAlone: boolean
  readonly resolve: (written: boolean) => void
  readonly reject: (error: unknown) => void
}

interface GroupCommitOptions {
  /**
   * Writes the batch within `deadlineMs`, and returns for each commit in order whether its checks held. If it throws,
   * nothing was written.
   */
  readonly apply: (batch: readonly Commit[], deadlineMs: number) => Promise<readonly boolean[]>
  /** True: the next batch would fail in the same way. */
  readonly isOutage: (error: unknown) => boolean
}

/** One batch locks every key that it touches, and PostgreSQL has room for 6,400 locks of all servers together. */
const MAX_KEYS = 500
/** Maximum number of commits that wait for a slow database. */
const MAX_WAITING = 2_000
const MIN_MS = 500

/**
 * Collects commits while one batch is being written, and writes them as the next: a durable write costs one round trip
 * and one fsync whatever its size. There is one batch at a time, so that commits keep their order.
 */
export function createGroupCommit({ apply, isOutage }: GroupCommitOptions) {
  const waiting: Waiting[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    await untilComplete(() => waiting.length)
    while (waiting.length > 0) await write(waiting.splice(0, lengthOfBatch(waiting)))
    writing = null
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const waited = performance.now() - (batch[0]?.since ?? 0)
    try {
      const outcomes = await apply(
        batch.map(({ commit }) => commit),
        Math.max(MIN_MS, DEADLINE_MS - waited),
      )
      batch.forEach(({ resolve }, index) => {
        resolve(outcomes[index] === true)
      })
    } catch (error) {
      // A commit that cannot be written, for example one that is too large, must not fail the others.
      if (batch.length > 1 && !isOutage(error))
        waiting.unshift(...batch.map((one) => ({ ...one, isAlone: true })))
      else for (const { reject } of isOutage(error) ? [...batch, ...waiting.splice(0)] : batch) reject(error)
    }
  }

  return {
    async commit(commit: Commit): Promise<boolean> {
      if (waiting.length >= MAX_WAITING) throw new Error('too many writes wait for the database')
      return new Promise((resolve, reject) => {
        waiting.push({ commit, since: performance.now(), isAlone: false, resolve, reject })
        writing ??= writeAll()
      })
    },
    /** Resolves when nothing waits. */
    async drain(): Promise<void> {
      await writing
    },
  }
}

/** As many as fit, and at least one. */
function lengthOfBatch(waiting: readonly Waiting[]): number {
  let keys = 0
  const end = waiting.findIndex(({ commit, isAlone }, index) => {
    keys += sizeOf(commit)
    return index > 0 && (isAlone || waiting[0]?.isAlone === true || keys > MAX_KEYS)
  })
  return end < 0 ? waiting.length : end
}

const sizeOf = ({ checks, set, del }: Commit): number =>
  (checks?.length ?? 0) + (set?.length ?? 0) + (del?.length ?? 0)

/** Throws for what no database can store, before it is part of a batch that it would spoil. */
export function requireTexts({ checks = [], set = [], del = [] }: Commit): void {
  for (const { key, value } of checks) {
    requireText(key)
    if (value !== null) requireText(value)
  }
  for (const { key, value } of set) {
    requireText(key)
    requireText(value)
  }
  for (const key of del) requireText(key)
}

function requireText(text: unknown): void {
  if (typeof text !== 'string') throw new TypeError('the store accepts only strings')
}
