import { setImmediate } from 'node:timers'
import type { Commit } from '../store.ts'

export type CommitOutcome = boolean | Error

interface Waiting {
  readonly commit: Commit
  readonly resolve: (written: boolean) => void
  readonly reject: (error: unknown) => void
}

export interface GroupCommitOptions {
  /** Writes the batch and answers each commit in its order; if it throws, nothing of the batch was written. */
  readonly apply: (batch: readonly Commit[]) => CommitOutcome[]
  /** Another process writes just now: the same batch may do in a moment. */
  readonly isBusy: (error: unknown) => boolean
  /** How long a batch waits for that, in milliseconds. */
  readonly patienceMs: number
}

const PAUSE_MS = 25

/** Turns of the event loop for which a batch waits at most while more arrives; one takes some tens of microseconds. */
const MOST_TURNS = 10

/**
 * Collects commits for as long as each turn of the event loop brings another, and hands them over as one batch. A
 * durable write costs one fsync however much it carries, so fifty requests that arrive together pay for one. While
 * another process holds the database, commits wait and everything else goes on.
 */
export function createGroupCommit({ apply, isBusy, patienceMs }: GroupCommitOptions) {
  let waiting: Waiting[] = []
  let busySince: number | null = null

  function collect(turns: number, seen: number): void {
    if (turns === 0 || waiting.length === seen) flush()
    else setImmediate(collect, turns - 1, waiting.length)
  }

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
      if (!isLast && isBusy(error) && mayWait()) {
        waiting = batch
        setTimeout(flush, PAUSE_MS)
        return
      }
      busySince = null
      for (const { reject } of batch) reject(error)
    }
  }

  function mayWait(): boolean {
    busySince ??= performance.now()
    return performance.now() - busySince < patienceMs
  }

  return {
    commit: (commit: Commit): Promise<boolean> =>
      new Promise((resolve, reject) => {
        if (waiting.push({ commit, resolve, reject }) === 1) setImmediate(collect, MOST_TURNS, 1)
      }),
    /** Writes what waits, now or never. */
    flush: () => flush(true),
  }
}

function settle({ resolve, reject }: Waiting, outcome: CommitOutcome | undefined): void {
  if (typeof outcome === 'boolean') resolve(outcome)
  else reject(outcome ?? new Error('a commit was left without an outcome'))
}
