import { StoreUnavailable } from '../store/store.ts'

/** Runs work of one name when all that was asked for before has ended. */
export type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>

export interface RateLimited {
  /** 0 is off. */
  readonly rateLimit: number
  readonly inTurn: KeyedQueue
}

/** For what the limit of a project counts: each use changes the same record, but where there is no limit. */
export const queueIfLimited = <T>(
  { rateLimit, inTurn }: RateLimited,
  project: string,
  work: () => Promise<T>,
): Promise<T> => (rateLimit === 0 ? work() : inTurn(project, work))

/**
 * For work that would only fight for one record. Each commit that changes it makes all others try again, so that
 * hundreds at once lose race after race. Other processes are still raced with, by the checks of the commit.
 */
export function createKeyedQueue(): KeyedQueue {
  const lines = new Map<string, Promise<void>>()
  return (name, work) => {
    const mine = (lines.get(name) ?? Promise.resolve()).then(work)
    const ended = mine
      .then(() => {}, onlyOutage)
      .finally(() => lines.get(name) === ended && lines.delete(name))
    // Whoever asked hears of a failure by `mine`.
    ended.catch(() => {})
    lines.set(name, ended)
    return mine
  }
}

/** Whoever waits while the store is out of order is told so now, not each after the patience of all before. */
function onlyOutage(error: unknown): void {
  if (error instanceof StoreUnavailable) throw error
}
