import type { Logger } from 'pino'
import { parseQueueKey, type QueueKey } from '../store/read-key.ts'
import type { Entry, Store } from '../store/store.ts'
import type { Handler, Lane } from './lanes.ts'
import type { WorkShare } from './work-share.ts'

/** The entries that this process handles now, by name: a job is never handled twice simultaneously, in any lane. */
export type InProgress = ReadonlyMap<string, { readonly lane: Lane; readonly project: string }>

export interface DueEntry {
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
export async function findDue(
  deps: {
    readonly store: Store
    readonly now: () => number
    readonly unknown: UnknownKinds
    readonly share: WorkShare
  },
  lane: Lane,
  inProgress: InProgress,
  begin: (found: DueEntry) => boolean,
): Promise<boolean> {
  let isComplete = true
  let after = deps.unknown.startOf(lane)
  let isHead = true
  for (let page = 0; page < MAX_PAGES; page++) {
    // Usually little is due, or enough to fill the lane. One entry more shows whether anything is left.
    const limit = page === 0 ? lane.concurrency + 1 : PAGE
    const entries = await deps.store.list({ prefix: lane.queue, limit, ...(after !== '' && { after }) })
    for (const entry of entries) {
      if (timeOf(entry) > deps.now()) return isComplete
      const found = recognize(lane, entry)
      if (found === null) {
        deps.unknown.report(lane, entry.key)
        if (isHead) deps.unknown.skip(lane, entry.key)
        continue
      }
      isHead = false
      if (!isOurs(deps, lane, found.due)) continue
      const capacity = capacityFor(lane, found.due, inProgress)
      if (capacity === 'none' || (capacity === 'free' && !begin(found))) return false
      if (capacity === 'none-for-it') isComplete = false
    }
    if (entries.length < limit) return isComplete
    after = entries.at(-1)?.key ?? ''
  }
  return false
}

/** The entries of a lane that works on one thing of a project at a time belong to one server. */
function isOurs(
  { share, now }: { readonly share: WorkShare; readonly now: () => number },
  lane: Lane,
  due: QueueKey,
): boolean {
  const work = lane.concurrencyPerProject === 1 ? `${lane.queue}${due.project}` : nameOf(due)
  return share.isMine(work, now() - due.at)
}

const timeOf = ({ key }: Entry): number => Number(key.split('/')[1])

/** `null`: this server does not know the kind. */
function recognize(lane: Lane, entry: Entry): DueEntry | null {
  const due = parseQueueKey(entry.key)
  const handler = due === null ? undefined : lane.handlers[due.kind]
  return due === null || handler === undefined ? null : { entry, due, handler }
}

/** `none-for-it`: its project has reached its share, or the entry is in progress itself. */
function capacityFor(lane: Lane, due: QueueKey, inProgress: InProgress): 'free' | 'none' | 'none-for-it' {
  const inLane = [...inProgress.values()].filter((one) => one.lane === lane)
  if (inLane.length >= lane.concurrency) return 'none'
  if (inProgress.has(nameOf(due))) return 'none-for-it'
  const ofProject = inLane.filter((one) => one.project === due.project)
  return ofProject.length < lane.concurrencyPerProject ? 'free' : 'none-for-it'
}

export const nameOf = ({ kind, project, id }: QueueKey): string => `${kind}/${project}/${id}`

/** How long the unknown entries at the head of a queue are skipped before the queue is read from its start again. */
const SKIP_MS = 60_000

/**
 * Leaves entries of unknown kinds unchanged for a newer server. Those at the head of a queue are skipped, so that any
 * number of them neither costs time nor hides other entries.
 */
export function createUnknownKinds({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  const reported = new Set<string>()
  const skipped = new Map<Lane, { readonly to: string; readonly since: number }>()
  return {
    /** The key after which to read the queue of the lane; `''`: from its start. */
    startOf(lane: Lane): string {
      const skip = skipped.get(lane)
      if (skip === undefined || Math.abs(now() - skip.since) >= SKIP_MS) return ''
      return skip.to
    },
    /** All entries up to this key are of unknown kinds. */
    skip(lane: Lane, to: string): void {
      const isNew = this.startOf(lane) === ''
      skipped.set(lane, { to, since: isNew ? now() : (skipped.get(lane)?.since ?? now()) })
    },
    report(lane: Lane, key: string): void {
      const kind = key.split('/')[2] ?? ''
      const name = `${lane.queue}${kind}`
      if (reported.has(name)) return
      reported.add(name)
      log.warn({ queue: lane.queue, kind }, 'due entries of an unknown kind wait for a newer server')
    },
  }
}

type UnknownKinds = ReturnType<typeof createUnknownKinds>
