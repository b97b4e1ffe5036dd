import type { Logger } from 'pino'
import { type Due, type JobKey, keySpace, parseDue } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

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
const PAGE = 100
const AT_ONCE = 16

/** Takes what is due from the store and gives each to its use case; a thing is under way once at most per process. */
export function startDueTimer(deps: DueTimerDeps): DueTimer {
  const underWay = new Map<string, Promise<void>>()
  let stopped = false
  let woken = false
  let looking = false
  const timer = setInterval(look, TICK_MS)

  function wake(): void {
    woken = true
    setImmediate(look)
  }

  function look(): void {
    if (stopped || looking) return
    looking = true
    woken = false
    takeDue()
      .catch((error) => deps.log.error({ err: error }, 'the store could not tell what is due; trying again'))
      .finally(() => {
        looking = false
        if (woken) look()
      })
  }

  async function takeDue(): Promise<void> {
    const entries = await deps.store.list({ prefix: keySpace.due(), limit: PAGE })
    for (const { key } of entries) {
      const due = parseDue(key)
      if (due === null) {
        deps.log.error({ key }, 'an entry that this version does not know is due; it is left alone')
        continue
      }
      if (due.at > deps.now() || stopped || underWay.size >= AT_ONCE) return
      begin(due, key)
    }
  }

  function begin(due: Due, key: string): void {
    const name = due.kind === 'job' ? `${due.key.project}/${due.key.job}` : due.project
    if (underWay.has(name)) return
    const work = run(due, key)
      .catch((error) => deps.log.error({ err: error, due: name }, 'a due step failed; trying again'))
      .finally(() => {
        underWay.delete(name)
        if (woken || underWay.size === AT_ONCE - 1) wake()
      })
    underWay.set(name, work)
  }

  async function run(due: Due, key: string): Promise<void> {
    if (due.kind === 'job') return deps.advanceJob(due.key)
    const again = await deps.refreshProject(due.project)
    const set = again === null ? [] : [{ key: keySpace.dueProject(due.project, again), value: '' }]
    await deps.store.commit({ del: [key], set })
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.allSettled(underWay.values())
    },
  }
}
