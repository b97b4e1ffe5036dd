import type { Logger } from 'pino'
import type { Left } from '../projects/sync-installations.ts'
import type { Swept } from '../store/store.ts'
import { repeat } from './repeat.ts'

/** The server applies a lost webhook within this time. */
const EVERY_MS = 6 * 3_600_000
/** The server that does it may stop. */
const NOT_MINE_MS = 60_000
/** The same in the first minute: a server that was killed counts as alive until it leaves a presence request unanswered. */
const NOT_MINE_AT_START_MS = 3_000
const MIN_DELAY_MS = 1_000
const AFTER_ERROR_MS = 60_000

/**
 * Syncs the projects with GitHub at the start and every six hours, and retries installations that could not be read.
 * Returns a function that stops it.
 */
export function startSyncTimer(deps: {
  /** `only`: these installations alone. Returns what could not be read. */
  readonly sync: (only: ReadonlySet<number> | null) => Promise<Left | null>
  readonly now: () => number
  readonly log: Logger
  /** True: this server does it. */
  readonly isMine: () => boolean
}): () => void {
  let only: ReadonlySet<number> | null = null
  let nextFullSync = 0
  const startedAt = deps.now()

  async function run(): Promise<number> {
    if (!deps.isMine()) return deps.now() - startedAt < NOT_MINE_MS ? NOT_MINE_AT_START_MS : NOT_MINE_MS
    if (only === null) nextFullSync = deps.now() + EVERY_MS
    try {
      const left = await deps.sync(only)
      const isPartial = left !== null && left.at < nextFullSync
      only = isPartial ? left.installations : null
      return Math.max(MIN_DELAY_MS, (isPartial ? left.at : nextFullSync) - deps.now())
    } catch (error) {
      deps.log.error({ err: error }, 'the installations could not be synced; retrying in a minute')
      return AFTER_ERROR_MS
    }
  }

  return repeat(run, 0)
}

/** Requests failed webhooks again, at the start and regularly. Returns a function that stops it. */
export function startRedeliveryTimer(deps: {
  readonly redeliver: (look: { readonly isStart: boolean }) => Promise<void>
  readonly everyMs: number
  readonly log: Logger
}): () => void {
  let isStart = true

  async function run(): Promise<number> {
    try {
      await deps.redeliver({ isStart })
      isStart = false
      return deps.everyMs
    } catch (error) {
      deps.log.warn({ err: error }, 'failed webhooks could not be requested again; retrying in a minute')
      return AFTER_ERROR_MS
    }
  }

  return repeat(run, 0)
}

const SWEEP_EVERY_MS = 60_000
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
    if (!deps.isMine()) return SWEEP_EVERY_MS
    try {
      return delayAfter(await deps.sweep(deps.now(), BATCH))
    } catch (error) {
      deps.log.error({ err: error }, 'expired entries could not be removed; retrying in a minute')
      return SWEEP_EVERY_MS
    }
  }
  return repeat(sweep, SWEEP_EVERY_MS)
}

function delayAfter({ removed, isShrinking }: Swept): number {
  if (removed === BATCH) return BETWEEN_BATCHES_MS
  return isShrinking ? BETWEEN_SHRINKS_MS : SWEEP_EVERY_MS
}
