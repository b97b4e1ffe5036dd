import type { Logger } from 'pino'

const EVERY_MS = 60_000
/** Entries of one step, so that no request waits for long behind it. */
const STEP = 1_000
const BETWEEN_STEPS_MS = 50

/** Removes expired entries in small steps, until none is left for now. Returns what stops it. */
export function startSweepTimer(deps: {
  readonly sweep: (now: number, limit: number) => Promise<number>
  readonly now: () => number
  readonly log: Logger
}): () => void {
  let timer = setTimeout(step, EVERY_MS)
  let stopped = false

  function step(): void {
    deps
      .sweep(deps.now(), STEP)
      .catch((error) => {
        deps.log.error({ err: error }, 'expired entries could not be removed; trying again')
        return 0
      })
      .then((removed) => {
        if (!stopped) timer = setTimeout(step, removed < STEP ? EVERY_MS : BETWEEN_STEPS_MS)
      })
  }

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
