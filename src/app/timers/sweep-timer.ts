import type { Logger } from 'pino'
import type { Swept } from '../store/store.ts'
import { repeat } from './repeat.ts'

const EVERY_MS = 60_000
/** Entries of one sweep, so that no request waits long for it. */
const BATCH = 1_000
const BETWEEN_BATCHES_MS = 50
/** Returning space to the disk is not urgent. */
const BETWEEN_SHRINKS_MS = 500

/**
 * Removes expired entries in small batches until none is left, and continues while the file shrinks: after a large
 * deletion, a gigabyte in a quarter of an hour. Returns a function that stops it.
 */
export function startSweepTimer(deps: {
  readonly sweep: (now: number, limit: number) => Promise<Swept>
  readonly now: () => number
  readonly log: Logger
  /** True: this server does it. */
  readonly isMine: () => boolean
}): () => void {
  const sweep = async (): Promise<number> => {
    if (!deps.isMine()) return EVERY_MS
    try {
      return delayAfter(await deps.sweep(deps.now(), BATCH))
    } catch (error) {
      deps.log.error({ err: error }, 'expired entries could not be removed; retrying in a minute')
      return EVERY_MS
    }
  }
  return repeat(sweep, EVERY_MS)
}

function delayAfter({ removed, isShrinking }: Swept): number {
  if (removed === BATCH) return BETWEEN_BATCHES_MS
  return isShrinking ? BETWEEN_SHRINKS_MS : EVERY_MS
}
