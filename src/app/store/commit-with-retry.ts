import { setTimeout } from 'node:timers/promises'
import { type Commit, type Store, StoreContended } from './store.ts'

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
