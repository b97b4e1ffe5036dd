import { setImmediate } from 'node:timers'
import type { Commit } from './store.ts'

export type CommitOutcome = boolean | Error

interface Waiting {
  readonly commit: Commit
  readonly resolve: (written: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Collects the commits of one event-loop turn and hands them over as one batch. A durable write costs one fsync
 * however much it carries, so fifty requests that arrive together pay for one.
 *
 * `apply` writes the batch and answers each commit in its order; if it throws, nothing of the batch was written.
 */
export function createGroupCommit(apply: (batch: readonly Commit[]) => CommitOutcome[]) {
  let waiting: Waiting[] = []

  function flush(): void {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const outcomes = apply(batch.map(({ commit }) => commit))
      batch.forEach((one, index) => {
        settle(one, outcomes[index])
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    commit: (commit: Commit): Promise<boolean> =>
      new Promise((resolve, reject) => {
        if (waiting.push({ commit, resolve, reject }) === 1) setImmediate(flush)
      }),
    /** Writes what waits, now. */
    flush,
  }
}

function settle({ resolve, reject }: Waiting, outcome: CommitOutcome | undefined): void {
  if (typeof outcome === 'boolean') resolve(outcome)
  else reject(outcome ?? new Error('a commit was left without an outcome'))
}
