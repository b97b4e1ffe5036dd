import { setImmediate } from 'node:timers/promises'

/** Iterations of the event loop. One takes some tens of microseconds, except if the server is overloaded. */
const MAX_ITERATIONS = 10

/**
 * Resolves as soon as an iteration of the event loop has added nothing to a batch, so that requests which arrive together share
 * one fsync or one round trip. To a database server, a statement costs as much as several requests, whatever its size: its
 * system call wakes another process. A request that arrives alone waits for one iteration.
 */
export async function untilComplete(count: () => number): Promise<void> {
  for (let iterations = 0, before = 0; iterations < MAX_ITERATIONS && count() > before; iterations++) {
    before = count()
    await setImmediate()
  }
}
