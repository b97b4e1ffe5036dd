import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { memoizeParse } from '../store/parse-records.ts'
import type { TimedStore } from '../store/store.ts'
import { addEntry, ProjectSums, type Sums } from './sums.ts'
import { USAGE_KEPT_MS, UsageEntry, usageKeys } from './usage-entry.ts'

export const DAY_MS = 86_400_000

/** A run that ended this long ago has its entry: no commit takes longer. */
const SETTLED_MS = 15 * 60_000
/** Entries read in one turn of the event loop, and in one request. */
const STEP = 500
const MAX_READ = 20_000
/** Sums of fewer entries are not worth a write. */
const WORTH_STORING = 200

/** The sums of a day in UTC; they may be incomplete. */
const StoredDay = z.looseObject({
  /** The last entry that they contain; `null`: none. */
  through: z.string().nullable(),
  /** True: no entry will be added. */
  isOver: z.boolean(),
  sums: z.record(z.string(), ProjectSums),
})
type StoredDay = z.infer<typeof StoredDay>

export interface DaySums {
  /** Start of the day in UTC, epoch milliseconds. */
  readonly day: number
  readonly sums: Sums
}

export interface SummedDays {
  readonly days: readonly DaySums[]
  /** False: there are more entries than one request reads. The next request continues after them. */
  readonly isComplete: boolean
}

export const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS
export const nameOf = (day: number): string => new Date(day).toISOString().slice(0, 10)

/**
 * The sums of each day from `since` to `until`, whole days in UTC. Entries are read once: sums are stored with the place
 * of the last entry in them, and continue from there.
 */
export async function sumDays(
  { store, now }: TimedStore,
  accountId: number,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<SummedDays> {
  const days: number[] = []
  for (let day = dayOf(since); day < until; day += DAY_MS) days.push(day)
  const raws = await store.getMany(days.map((day) => usageKeys.day(accountId, nameOf(day))))
  let left = MAX_READ
  const summed: DaySums[] = []
  for (const [at, day] of days.entries()) {
    const raw = raws[at]
    const stored = raw === undefined ? EMPTY : parseDay(raw)
    if (stored.isOver) {
      summed.push({ day, sums: stored.sums })
      continue
    }
    if (left === 0) return { days: summed, isComplete: false }
    const sum = await continueDay({ store, now }, accountId, { day, raw, stored, limit: left })
    left -= sum.read
    summed.push({ day, sums: sum.sums })
  }
  return { days: summed, isComplete: left > 0 }
}

const EMPTY: StoredDay = { through: null, isOver: false, sums: {} }

/** Days that are over never change, so most of a page is parsed once. */
const parseDay = memoizeParse((raw): StoredDay => StoredDay.parse(JSON.parse(raw)))

async function continueDay(
  { store, now }: TimedStore,
  accountId: number,
  given: {
    readonly day: number
    readonly raw: string | undefined
    readonly stored: StoredDay
    readonly limit: number
  },
): Promise<{ readonly sums: Sums; readonly read: number }> {
  const { day, stored } = given
  const prefix = usageKeys.of(accountId)
  const end = usageKeys.since(accountId, day + DAY_MS)
  const settled = usageKeys.since(accountId, now() - SETTLED_MS)
  const sums: Sums = structuredClone(stored.sums)
  let kept: Sums | null = null
  let through = stored.through
  let settledRead = 0
  let read = 0
  let after = stored.through ?? usageKeys.since(accountId, day)
  let isEnd = false
  while (!isEnd && read < given.limit) {
    const step = Math.min(STEP, given.limit - read)
    const entries = await store.list({ prefix, after, limit: step })
    isEnd = entries.length < step
    for (const { key, value } of entries) {
      if (key >= end) {
        isEnd = true
        break
      }
      // Entries may still be written between those from here on.
      if (key >= settled) kept ??= structuredClone(sums)
      else {
        through = key
        settledRead++
      }
      addEntry(sums, UsageEntry.parse(JSON.parse(value)))
      after = key
      read++
    }
    await nextTurn()
  }
  const isOver = isEnd && now() - SETTLED_MS >= day + DAY_MS
  if (isOver || settledRead >= WORTH_STORING) {
    const key = usageKeys.day(accountId, nameOf(day))
    const value = JSON.stringify({ ...stored, through, isOver, sums: kept ?? sums })
    // Another request has stored the same sums.
    await store.commit({
      checks: [{ key, value: given.raw ?? null }],
      set: [{ key, value, expiresAt: day + USAGE_KEPT_MS }],
    })
  }
  return { sums, read }
}
