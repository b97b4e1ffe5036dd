import { setImmediate } from 'node:timers/promises'

/** Iterations of the event loop. One takes less than a millisecond, except if the server is overloaded. */
const MAX_ITERATIONS = 4

/**
 * Resolves as soon as an iteration of the event loop has added nothing to a batch. A statement costs a system call that wakes
 * the database, about as much as ten requests, so fewer and larger batches are cheaper. What is alone waits for one iteration.
 */
export async function untilComplete(count: () => number): Promise<void> {
  for (let iterations = 0, before = 0; iterations < MAX_ITERATIONS && count() > before; iterations++) {
    before = count()
    await setImmediate()
  }
}
