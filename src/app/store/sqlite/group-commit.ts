import { untilComplete } from '../storage-adapter.ts'
import type { Commit } from '../store.ts'

export type CommitOutcome = boolean | Error

interface Waiting {
  readonly commit: Commit
  readonly resolve: (written: boolean) => void
  readonly reject: (error: unknown) => void
}

export interface GroupCommitOptions {
  /** Writes the batch and returns the outcome of each commit, in order. If it throws, nothing was written. */
  readonly apply: (batch: readonly Commit[]) => CommitOutcome[]
  /** True: another process is writing, and a retry may succeed. */
  readonly isBusy: (error: unknown) => boolean
  /** How long a batch is retried, in milliseconds. */
  readonly timeoutMs: number
}

const RETRY_MS = 25

/**
 * Collects commits while each iteration of the event loop adds another, and writes them as one batch. A durable write
 * costs one fsync whatever its size, so fifty requests that arrive together share one. While another process writes,
 * commits wait, and everything else continues.
 */
export function createGroupCommit({ apply, isBusy, timeoutMs }: GroupCommitOptions) {
  let waiting: Waiting[] = []
  let busySince: number | null = null

  function flush(isLast = false): void {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const outcomes = apply(batch.map(({ commit }) => commit))
      busySince = null
      batch.forEach((one, index) => {
        settle(one, outcomes[index])
      })
    } catch (error) {
      if (!isLast && isBusy(error) && mayRetry()) {
        waiting = batch
        setTimeout(flush, RETRY_MS)
        return
      }
      busySince = null
      for (const { reject } of batch) reject(error)
    }
  }

  function mayRetry(): boolean {
    busySince ??= performance.now()
    return performance.now() - busySince < timeoutMs
  }

  return {
    commit: (commit: Commit): Promise<boolean> =>
      new Promise((resolve, reject) => {
        if (waiting.push({ commit, resolve, reject }) === 1)
          untilComplete(() => waiting.length).then(() => flush())
      }),
    /** Writes what waits now, without a retry. */
    flush: () => flush(true),
  }
}

function settle({ resolve, reject }: Waiting, outcome: CommitOutcome | undefined): void {
  if (typeof outcome === 'boolean') resolve(outcome)
  else reject(outcome ?? new Error('a commit has no outcome'))
}
