import { StoreContended, StoreUnavailable } from '../store/store.ts'

/** Runs work of the same name one after the other, in the order of the calls. */
export type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>

export interface RateLimited {
  /** 0 is off. */
  readonly rateLimit: number
  readonly queue: KeyedQueue
}

/** For uses that the rate limit of a project counts: each changes the same record. Without a limit, nothing queues. */
export const queueIfLimited = <T>(
  { rateLimit, queue }: RateLimited,
  project: string,
  work: () => Promise<T>,
): Promise<T> => (rateLimit === 0 ? work() : queue(project, work))

/**
 * For work that would conflict on one record. Each commit to it makes all the others try again, so hundreds of
 * simultaneous commits would conflict again and again. Other processes still conflict, by the checks of the commit.
 */
export function createKeyedQueue(): KeyedQueue {
  const lines = new Map<string, Promise<void>>()
  return (name, work) => {
    const mine = (lines.get(name) ?? Promise.resolve()).then(work)
    const ended = mine
      .then(() => {}, onlyOutage)
      .finally(() => lines.get(name) === ended && lines.delete(name))
    // The caller gets a failure through `mine`.
    ended.catch(() => {})
    lines.set(name, ended)
    return mine
  }
}

/** During an outage all that wait fail immediately, not each after the timeouts of those before. */
function onlyOutage(error: unknown): void {
  if (error instanceof StoreUnavailable && !(error instanceof StoreContended)) throw error
}
