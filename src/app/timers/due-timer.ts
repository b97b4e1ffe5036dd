import type { Logger } from 'pino'
import { dueLater, parseQueueKey, type QueueKey } from '../store/keys.ts'
import {
  type Entry,
  RecordUnreadable,
  type Store,
  StoreContended,
  StoreUnavailable,
  type TimedStore,
} from '../store/store.ts'
import type { DueQueue, Handler } from './due-queues.ts'
import { every } from './repeat.ts'
import type { WorkPartition } from './work-partition.ts'

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

/** Takes due entries from the store, separately for each queue, and passes each to the handler of its kind. */
export function startDueTimer(
  deps: TimedStore & {
    readonly log: Logger
    readonly queues: readonly DueQueue[]
    readonly partition: WorkPartition
  },
): DueTimer {
  const inProgress = new Map<string, { queue: DueQueue; project: string; work: Promise<void> }>()
  /** Queues that have due entries left. */
  const left = new Set<DueQueue>()
  const backoff = createStoreBackoff(deps)
  const finding = { ...deps, unknown: createUnknownKinds(deps) }
  /** Queues to look at next. */
  const wanted = new Set<DueQueue>()
  let stopped = false
  let scheduled = false
  let looking = false
  const stopTicks = every(TICK_MS, () => {
    if (!looking) wake()
  })

  function wake(): void {
    lookSoon(deps.queues)
  }

  /** In another iteration of the event loop: SQLite answers without a wait, so requests would have to wait instead. */
  function lookSoon(queues: readonly DueQueue[]): void {
    for (const queue of queues) wanted.add(queue)
    if (!scheduled) setImmediate(look)
    scheduled = true
  }

  function look(): void {
    scheduled = false
    if (stopped || looking || wanted.size === 0 || backoff.isActive()) return
    looking = true
    const queues = [...wanted]
    wanted.clear()
    Promise.all(queues.map(takeDue))
      .catch((error) => deps.log.error({ err: error }, 'due entries could not be read; retrying'))
      .finally(() => {
        looking = false
        lookSoon([])
      })
  }

  async function takeDue(queue: DueQueue): Promise<void> {
    left.add(queue)
    const current: InProgress = inProgress
    if (await findDue(finding, queue, current, (found) => begin(queue, found))) left.delete(queue)
  }

  function begin(queue: DueQueue, found: DueEntry): boolean {
    if (stopped) return false
    const name = nameOf(found.due)
    const work = run(found).finally(() => {
      inProgress.delete(name)
      if (left.has(queue)) lookSoon([queue])
    })
    inProgress.set(name, { queue, project: found.due.project, work })
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
 * Suspends all queues while the store cannot be written, for example on a full disk: otherwise each entry would fail.
 */
export function createStoreBackoff({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  let failures = 0
  let until = 0

  /** An end further ahead than the longest delay was computed before the clock was set back. */
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
  const later = { key: dueLater(key, at), value }
  await store.commit({ checks: [{ key, value }], del: [key], set: [later] })
}

/** The entries that this process handles now, by name: a job is never handled twice simultaneously, in any queue. */
type InProgress = ReadonlyMap<string, { readonly queue: DueQueue; readonly project: string }>

interface DueEntry {
  readonly entry: Entry
  readonly due: QueueKey
  readonly handler: Handler
}

const PAGE = 100
/** Maximum number of pages that are searched for entries that can be handled. */
const MAX_PAGES = 10

/**
 * Hands the due entries of this server to `begin` in the order of their times, while there is capacity and `begin`
 * returns true. `inProgress` grows meanwhile. Returns whether it handed over every one of them.
 */
async function findDue(
  deps: {
    readonly store: Store
    readonly now: () => number
    readonly unknown: UnknownKinds
    readonly partition: WorkPartition
  },
  queue: DueQueue,
  inProgress: InProgress,
  begin: (found: DueEntry) => boolean,
): Promise<boolean> {
  let isComplete = true
  let after = deps.unknown.startOf(queue)
  let isHead = true
  for (let page = 0; page < MAX_PAGES; page++) {
    // Usually little is due, or enough to reach the capacity. One more entry shows whether anything is left.
    const limit = page === 0 ? queue.concurrency + 1 : PAGE
    const entries = await deps.store.list({ prefix: queue.prefix, limit, ...(after !== '' && { after }) })
    for (const entry of entries) {
      if (timeOf(entry) > deps.now()) return isComplete
      const found = recognize(queue, entry)
      if (found === null) {
        deps.unknown.report(queue, entry.key)
        if (isHead) deps.unknown.skip(queue, entry.key)
        continue
      }
      isHead = false
      if (!isOurs(deps, queue, found.due)) continue
      const capacity = capacityFor(queue, found.due, inProgress)
      if (capacity === 'none' || (capacity === 'free' && !begin(found))) return false
      if (capacity === 'none-for-it') isComplete = false
    }
    if (entries.length < limit) return isComplete
    after = entries.at(-1)?.key ?? ''
  }
  return false
}

/** One server handles all entries of a project in a queue that handles one entry of a project at a time. */
function isOurs(
  { partition, now }: { readonly partition: WorkPartition; readonly now: () => number },
  queue: DueQueue,
  due: QueueKey,
): boolean {
  const work = queue.concurrencyPerProject === 1 ? `${queue.prefix}${due.project}` : nameOf(due)
  return partition.isMine(work, now() - due.at)
}

const timeOf = ({ key }: Entry): number => Number(key.split('/')[1])

/** `null`: this server does not know the kind. */
function recognize(queue: DueQueue, entry: Entry): DueEntry | null {
  const due = parseQueueKey(entry.key)
  const handler = due === null ? undefined : queue.handlers[due.kind]
  return due === null || handler === undefined ? null : { entry, due, handler }
}

/** `none-for-it`: its project has reached its share, or the entry is in progress itself. */
function capacityFor(
  queue: DueQueue,
  due: QueueKey,
  inProgress: InProgress,
): 'free' | 'none' | 'none-for-it' {
  const inQueue = [...inProgress.values()].filter((one) => one.queue === queue)
  if (inQueue.length >= queue.concurrency) return 'none'
  if (inProgress.has(nameOf(due))) return 'none-for-it'
  const ofProject = inQueue.filter((one) => one.project === due.project)
  return ofProject.length < queue.concurrencyPerProject ? 'free' : 'none-for-it'
}

const nameOf = ({ kind, project, id }: QueueKey): string => `${kind}/${project}/${id}`

/** How long the unknown entries at the head of a queue are skipped before the queue is read from its start again. */
const SKIP_MS = 60_000

/**
 * Leaves entries of unknown kinds unchanged for a newer server. Those at the head of a queue are skipped, so that any
 * number of them neither costs time nor hides other entries.
 */
function createUnknownKinds({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  const reported = new Set<string>()
  const skipped = new Map<DueQueue, { readonly to: string; readonly since: number }>()
  return {
    /** The key after which to read the queue; `''`: from its start. */
    startOf(queue: DueQueue): string {
      const skip = skipped.get(queue)
      if (skip === undefined || Math.abs(now() - skip.since) >= SKIP_MS) return ''
      return skip.to
    },
    /** All entries up to this key are of unknown kinds. */
    skip(queue: DueQueue, to: string): void {
      const isNew = this.startOf(queue) === ''
      skipped.set(queue, { to, since: isNew ? now() : (skipped.get(queue)?.since ?? now()) })
    },
    report(queue: DueQueue, key: string): void {
      const kind = key.split('/')[2] ?? ''
      const name = `${queue.prefix}${kind}`
      if (reported.has(name)) return
      reported.add(name)
      log.warn({ queue: queue.prefix, kind }, 'due entries of an unknown kind wait for a newer server')
    },
  }
}

type UnknownKinds = ReturnType<typeof createUnknownKinds>
