import type { Logger } from 'pino'
import type { JobKey } from '../domain/run-id.ts'
import { type Due, keySpace, parseDue } from '../store/key-space.ts'
import { type Entry, RecordUnreadable, type Store, StoreUnavailable } from '../store/store.ts'
import { findDue, LANES, type Lane, nameOf, type UnderWay } from './due-entries.ts'
import { dropStale, reschedule } from './reschedule.ts'

export interface DueTimerDeps {
  readonly store: Store
  readonly now: () => number
  readonly log: Logger
  readonly advanceJob: (key: JobKey) => Promise<void>
  /** Answers when to try again, `null` when it is done. */
  readonly refreshProject: (project: string) => Promise<number | null>
}

export interface DueTimer {
  /** Something may be due: look now instead of at the next tick. */
  wake(): void
  /** Takes nothing new, and waits for what is under way. */
  stop(): Promise<void>
}

/** Other processes on the same store make things due without a word to this one. */
const TICK_MS = 1_000
/** What nobody can work on is looked at again after this; somebody may have restored it or put a newer version here. */
const UNREADABLE_MS = 3_600_000
const UNEXPECTED_MS = 60_000
/** Longest rest of a store that cannot be written. */
const LONGEST_REST_S = 15

/** Takes what is due from the store and gives each to its use case; a thing is under way once at most per process. */
export function startDueTimer(deps: DueTimerDeps): DueTimer {
  const underWay = new Map<string, UnderWay & { readonly work: Promise<void> }>()
  /** Lanes in which something due was left for later. */
  const left = new Set<Lane>()
  let stopped = false
  let woken = false
  let looking = false
  let failures = 0
  let restUntil = 0
  const timer = setInterval(look, TICK_MS)

  function wake(): void {
    woken = true
    setImmediate(look)
  }

  function look(): void {
    if (stopped || looking || isResting()) return
    looking = true
    woken = false
    Promise.all(LANES.map(takeDue))
      .catch((error) => deps.log.error({ err: error }, 'the store could not tell what is due; trying again'))
      .finally(() => {
        looking = false
        if (woken) look()
      })
  }

  async function takeDue(lane: Lane): Promise<void> {
    left.add(lane)
    const begin = (entry: Entry): boolean => {
      if (stopped) return false
      const due = parseDue(entry.key)
      if (due === null) beginWith(lane, entry.key, '', () => leaveUnknown(entry))
      else beginWith(lane, nameOf(due), projectOf(due), () => run(due, entry))
      return true
    }
    if (await findDue(deps, lane, underWay, begin)) left.delete(lane)
  }

  function beginWith(lane: Lane, name: string, project: string, step: () => Promise<void>): void {
    const work = step().finally(() => {
      underWay.delete(name)
      if (left.has(lane)) wake()
    })
    underWay.set(name, { lane, project, work })
  }

  async function run(due: Due, entry: Entry): Promise<void> {
    try {
      await (due.kind === 'job' ? advance(due.key, due, entry) : refresh(due.project, entry))
      failures = 0
    } catch (error) {
      await afterFailure(error, due, entry)
    }
  }

  async function advance(key: JobKey, due: Due, entry: Entry): Promise<void> {
    await deps.advanceJob(key)
    await dropStale(deps.store, due, entry)
  }

  async function refresh(project: string, { key }: Entry): Promise<void> {
    const again = await deps.refreshProject(project)
    const set = again === null ? [] : [{ key: keySpace.dueProject(project, again), value: '' }]
    await deps.store.commit({ del: [key], set })
  }

  async function afterFailure(error: unknown, due: Due, entry: Entry): Promise<void> {
    if (error instanceof StoreUnavailable) return letRest(error)
    const about = due.kind === 'job' ? due.key : { project: due.project }
    deps.log.error({ err: error, ...about }, 'a due step failed; it is tried again later')
    await moveTo(entry, error instanceof RecordUnreadable ? UNREADABLE_MS : UNEXPECTED_MS)
  }

  async function leaveUnknown(entry: Entry): Promise<void> {
    deps.log.error({ key: entry.key }, 'an entry that this version does not know is due; it is put off')
    await moveTo(entry, UNREADABLE_MS)
  }

  const moveTo = (entry: Entry, inMs: number): Promise<void> =>
    reschedule(deps.store, entry, deps.now() + inMs).catch(letRest)

  /** A full disk, say: each try would fail and say so, many times a second. */
  function letRest(error: unknown): void {
    if (isResting()) return
    const seconds = Math.min(LONGEST_REST_S, 2 ** failures)
    failures += 1
    restUntil = deps.now() + seconds * 1_000
    deps.log.error({ err: error }, `the store does not let due steps be done; trying again in ${seconds} s`)
  }

  /** A rest that is longer than any was begun before the clock was set back. */
  function isResting(): boolean {
    const left = restUntil - deps.now()
    return left > 0 && left <= LONGEST_REST_S * 1_000
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.allSettled([...underWay.values()].map(({ work }) => work))
    },
  }
}

const projectOf = (due: Due): string => (due.kind === 'job' ? due.key.project : due.project)
