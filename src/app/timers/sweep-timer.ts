import type { Logger } from 'pino'

const EVERY_MS = 60_000
const STEP = 1_000

/** Removes expired entries in small steps. Returns what stops it. */
export function startSweepTimer(deps: {
  readonly sweep: (now: number, limit: number) => Promise<number>
  readonly now: () => number
  readonly log: Logger
}): () => void {
  const timer = setInterval(() => {
    deps
      .sweep(deps.now(), STEP)
      .catch((error) => deps.log.error({ err: error }, 'expired entries could not be removed; trying again'))
  }, EVERY_MS)
  return () => clearInterval(timer)
}
