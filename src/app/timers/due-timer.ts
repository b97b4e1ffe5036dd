import type { Logger } from 'pino'
import { keySpace } from '../store/key-space.ts'
import { type Entry, RecordUnreadable, type Store, StoreContended, StoreUnavailable } from '../store/store.ts'
import { createUnknownKinds, type DueEntry, findDue, type InProgress, nameOf } from './due-entries.ts'
import type { Lane } from './lanes.ts'
import { every } from './repeat.ts'
import type { WorkShare } from './work-share.ts'

interface DueTimerDeps {
  readonly store: Store
  readonly now: () => number
  readonly log: Logger
  readonly lanes: readonly Lane[]
  readonly share: WorkShare
}

export interface DueTimer {
  /** Looks for due entries now instead of at the next tick. */
  wake(): void
  /** Begins nothing new, and waits for the work in progress. */
  stop(): Promise<void>
}

/** Other processes on the same store add due entries without telling this one. */
const TICK_MS = 1_000
/** Retry delay of an unreadable record: by then it may be restored, or a newer server may run. */
const UNREADABLE_MS = 3_600_000
const UNEXPECTED_MS = 60_000

/** Takes due entries from the store, separately for each lane, and passes each to the handler of its kind. */
export function startDueTimer(deps: DueTimerDeps): DueTimer {
  const inProgress = new Map<string, { lane: Lane; project: string; work: Promise<void> }>()
  /** Lanes that have due entries left. */
  const left = new Set<Lane>()
  const backoff = createStoreBackoff(deps)
  const finding = { ...deps, unknown: createUnknownKinds(deps) }
  /** Lanes to look at next. */
  const wanted = new Set<Lane>()
  let stopped = false
  let scheduled = false
  let looking = false
  const stopTicks = every(TICK_MS, () => {
    if (!looking) wake()
  })

  function wake(): void {
    lookSoon(deps.lanes)
  }

  /** In another iteration of the event loop: SQLite answers without a wait, so requests would have to wait instead. */
  function lookSoon(lanes: readonly Lane[]): void {
    for (const lane of lanes) wanted.add(lane)
    if (!scheduled) setImmediate(look)
    scheduled = true
  }

  function look(): void {
    scheduled = false
    if (stopped || looking || wanted.size === 0 || backoff.isActive()) return
    looking = true
    const lanes = [...wanted]
    wanted.clear()
    Promise.all(lanes.map(takeDue))
      .catch((error) => deps.log.error({ err: error }, 'due entries could not be read; retrying'))
      .finally(() => {
        looking = false
        lookSoon([])
      })
  }

  async function takeDue(lane: Lane): Promise<void> {
    left.add(lane)
    const current: InProgress = inProgress
    if (await findDue(finding, lane, current, (found) => begin(lane, found))) left.delete(lane)
  }

  function begin(lane: Lane, found: DueEntry): boolean {
    if (stopped) return false
    const name = nameOf(found.due)
    const work = run(found).finally(() => {
      inProgress.delete(name)
      if (left.has(lane)) lookSoon([lane])
    })
    inProgress.set(name, { lane, project: found.due.project, work })
    return true
  }

  async function run({ due, entry, handler }: DueEntry): Promise<void> {
    try {
      await handler(due, entry)
      backoff.succeed()
    } catch (error) {
      await afterFailure(error, { due, entry, handler })
    }
  }

  async function afterFailure(error: unknown, { due, entry }: DueEntry): Promise<void> {
    if (error instanceof StoreUnavailable && !(error instanceof StoreContended)) return backoff.fail(error)
    const about = { project: due.project, ...(due.kind === 'job' && { job: due.id }) }
    deps.log.error({ err: error, ...about }, 'due work failed; it is retried later')
    const delay = error instanceof RecordUnreadable ? UNREADABLE_MS : UNEXPECTED_MS
    await reschedule(deps.store, entry, deps.now() + delay).catch(backoff.fail)
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      stopTicks()
      await Promise.allSettled([...inProgress.values()].map(({ work }) => work))
    },
  }
}

const MAX_SECONDS = 15

/**
 * Suspends all lanes while the store cannot be written, for example on a full disk: otherwise each entry would fail.
 */
export function createStoreBackoff({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  let failures = 0
  let until = 0

  /** An end that is further ahead than the longest delay comes from before the clock was set back. */
  function isActive(): boolean {
    const left = until - now()
    return left > 0 && left <= MAX_SECONDS * 1_000
  }

  return {
    isActive,
    fail(error: unknown): void {
      if (isActive()) return
      const seconds = Math.min(MAX_SECONDS, 2 ** failures)
      failures += 1
      until = now() + seconds * 1_000
      log.error({ err: error }, `the store cannot be written; due work continues in ${seconds} s`)
    },
    succeed(): void {
      failures = 0
    },
  }
}

/** Moves an entry that cannot be handled now to a later time, if it still exists. */
async function reschedule(store: Store, { key, value }: Entry, at: number): Promise<void> {
  const later = { key: keySpace.dueLater(key, at), value }
  await store.commit({ checks: [{ key, value }], del: [key], set: [later] })
}
