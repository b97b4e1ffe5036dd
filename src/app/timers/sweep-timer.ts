import type { Logger } from 'pino'
import type { Swept } from '../store/store.ts'

const EVERY_MS = 60_000
/** Entries of one step, so that no request waits for long behind it. */
const STEP = 1_000
const BETWEEN_STEPS_MS = 50
/** A step that only gives space back to the disk is in no hurry. */
const BETWEEN_SHRINKS_MS = 500

/**
 * Removes expired entries in small steps, until none is left for now, and goes on while the file still shrinks: after
 * a large deletion it is a gigabyte in a quarter of an hour. Returns what stops it.
 */
export function startSweepTimer(deps: {
  readonly sweep: (now: number, limit: number) => Promise<Swept>
  readonly now: () => number
  readonly log: Logger
}): () => void {
  let timer = setTimeout(step, EVERY_MS)
  let stopped = false

  function step(): void {
    deps
      .sweep(deps.now(), STEP)
      .then(waitAfter)
      .catch((error) => {
        deps.log.error({ err: error }, 'expired entries could not be removed; trying again')
        return EVERY_MS
      })
      .then((ms) => {
        if (!stopped) timer = setTimeout(step, ms)
      })
  }

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

function waitAfter({ removed, isShrinking }: Swept): number {
  if (removed === STEP) return BETWEEN_STEPS_MS
  return isShrinking ? BETWEEN_SHRINKS_MS : EVERY_MS
}
