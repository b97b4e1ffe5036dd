import type { Logger } from 'pino'
import type { Left } from '../projects/sync-installations.ts'

/** An event that got lost while the server runs is made up for within this time. */
const EVERY_MS = 6 * 3_600_000
const SOONEST_MS = 1_000
const AFTER_FAULT_MS = 60_000

/** Brings the projects in line with GitHub at once and every few hours; what could not be read is read again. Returns what stops it. */
export function startSyncTimer(deps: {
  /** `only`: these installations alone. Answers what could not be read. */
  readonly sync: (only: ReadonlySet<number> | null) => Promise<Left | null>
  readonly now: () => number
  readonly log: Logger
}): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let wholeAt = deps.now() + EVERY_MS

  function wait(only: ReadonlySet<number> | null, ms: number): void {
    if (!stopped) timer = setTimeout(() => run(only), Math.max(SOONEST_MS, ms))
  }

  function run(only: ReadonlySet<number> | null): void {
    if (only === null) wholeAt = deps.now() + EVERY_MS
    deps
      .sync(only)
      .then((left) => {
        if (left === null || left.at >= wholeAt) wait(null, wholeAt - deps.now())
        else wait(left.installations, left.at - deps.now())
      })
      .catch((error) => {
        deps.log.error({ err: error }, 'the installations could not be synced; trying again')
        wait(only, AFTER_FAULT_MS)
      })
  }

  run(null)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
