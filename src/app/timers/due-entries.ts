import { type Due, keySpace, type ListPrefix, parseDue } from '../store/key-space.ts'
import type { Entry, Store } from '../store/store.ts'

/** What is due of one kind, and how much of it is under way at once in this process. */
export interface Lane {
  readonly prefix: ListPrefix
  readonly atOnce: number
  /** A project with much to do leaves room for the others. */
  readonly ofOneProject: number
}

export const LANES: readonly Lane[] = [
  { prefix: keySpace.due(), atOnce: 16, ofOneProject: 4 },
  { prefix: keySpace.retention(), atOnce: 2, ofOneProject: 2 },
]

export interface UnderWay {
  readonly lane: Lane
  readonly project: string
}

const PAGE = 100
/** How far behind work that has to wait other work is looked for. */
const MOST_PAGES = 10

/**
 * Hands what is due to `begin`, in the order of its time, as long as there is room and it answers true. `underWay`
 * grows meanwhile. Answers whether nothing due was left.
 */
export async function findDue(
  { store, now }: { readonly store: Store; readonly now: () => number },
  lane: Lane,
  underWay: ReadonlyMap<string, UnderWay>,
  begin: (entry: Entry) => boolean,
): Promise<boolean> {
  let isComplete = true
  let after = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const entries = await store.list({ prefix: lane.prefix, limit: PAGE, ...(after !== '' && { after }) })
    for (const entry of entries) {
      if (timeOf(entry) > now()) return isComplete
      const room = roomFor(lane, parseDue(entry.key), underWay)
      if (room === 'none' || (room === 'some' && !begin(entry))) return false
      if (room === 'not-for-it') isComplete = false
    }
    if (entries.length < PAGE) return isComplete
    after = entries.at(-1)?.key ?? ''
  }
  return false
}

const timeOf = ({ key }: Entry): number => Number(key.split('/')[1])

/** `not-for-it`: its project has as much under way as it may, or it is under way itself. */
function roomFor(
  lane: Lane,
  due: Due | null,
  underWay: ReadonlyMap<string, UnderWay>,
): 'some' | 'none' | 'not-for-it' {
  const inLane = [...underWay.values()].filter((one) => one.lane === lane)
  if (inLane.length >= lane.atOnce) return 'none'
  if (due === null) return 'some'
  const project = due.kind === 'job' ? due.key.project : due.project
  if (underWay.has(nameOf(due))) return 'not-for-it'
  return inLane.filter((one) => one.project === project).length < lane.ofOneProject ? 'some' : 'not-for-it'
}

export const nameOf = (due: Due): string =>
  due.kind === 'job' ? `${due.key.project}/${due.key.job}` : due.project
