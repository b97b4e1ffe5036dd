import { setImmediate } from 'node:timers'
import type { Commit } from '../store.ts'
import { DEADLINE_MS } from './deadline.ts'

export type CommitOutcome = boolean | Error

interface Waiting {
  readonly commit: Commit
  readonly since: number
  readonly resolve: (written: boolean) => void
  readonly reject: (error: unknown) => void
}

export interface GroupCommitOptions {
  /** Writes the batch within `deadlineMs`, and returns the outcome of each commit in order. */
  readonly apply: (batch: readonly Commit[], deadlineMs: number) => Promise<readonly CommitOutcome[]>
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
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    while (waiting.length > 0) {
      const length = lengthOfBatch(waiting.map(({ commit }) => commit))
      await write(waiting.splice(0, length))
    }
    writing = null
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const waited = performance.now() - (batch[0]?.since ?? 0)
    try {
      const outcomes = await apply(
        batch.map(({ commit }) => commit),
        Math.max(MIN_MS, DEADLINE_MS - waited),
      )
      batch.forEach((one, index) => {
        settle(one, outcomes[index])
      })
    } catch (error) {
      const failed = isOutage(error) ? [...batch, ...waiting.splice(0)] : batch
      for (const { reject } of failed) reject(error)
    }
  }

  return {
    async commit(commit: Commit): Promise<boolean> {
      if (waiting.length >= MAX_WAITING) throw new Error('too many writes wait for the database')
      return new Promise((resolve, reject) => {
        waiting.push({ commit, since: performance.now(), resolve, reject })
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
function lengthOfBatch(commits: readonly Commit[]): number {
  let keys = 0
  const end = commits.findIndex((commit, index) => {
    keys += sizeOf(commit)
    return index > 0 && keys > MAX_KEYS
  })
  return end < 0 ? commits.length : end
}

const sizeOf = ({ checks, set, del }: Commit): number =>
  (checks?.length ?? 0) + (set?.length ?? 0) + (del?.length ?? 0)

function settle({ resolve, reject }: Waiting, outcome: CommitOutcome | undefined): void {
  if (typeof outcome === 'boolean') resolve(outcome)
  else reject(outcome ?? new Error('a commit has no outcome'))
}
