import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { memoizeParse } from '../store/parse-records.ts'
import { type Entry, type Store, StoreContended, type TimedStore, type Write } from '../store/store.ts'
import { type OutcomeChange, outcomeKeys, parseChange } from './outcome-entry.ts'
import { addOutcome, type OutcomeSums, ProjectOutcomes } from './outcome-sums.ts'
import { DAY_MS, dayOf, nameOf } from './sum-days.ts'
import { USAGE_KEPT_MS } from './usage-entry.ts'

/** Changes that one commit makes part of the sums, read in one turn of the event loop. */
const STEP = 500
/** In one request. */
const MAX_READ = 20_000
/** Fewer changes are not worth a write. */
const WORTH_STORING = 200
/** Each time, another request has made changes part of the sums. */
const MAX_TRIES = 5
const DAYS_IN_A_TURN = 10

const StoredDay = z.looseObject({ sums: z.record(z.string(), ProjectOutcomes) })

/** Days change seldom once they are some weeks old. The result is shared. */
const parseDay = memoizeParse((raw): OutcomeSums => StoredDay.parse(JSON.parse(raw)).sums)

export interface OutcomeDay {
  /** Start of the day in UTC, epoch milliseconds. */
  readonly day: number
  /** Not to be modified. */
  readonly sums: OutcomeSums
}

export interface OutcomeDays {
  readonly days: readonly OutcomeDay[]
  /** False: there are more changes than one request adds up. The next request continues. */
  readonly isComplete: boolean
}

/**
 * The outcomes of each day from `since` to `until`, whole days in UTC. A change of a job lies in a list until its day contains
 * it: a request adds up what is there, and stores the days if there was much of it.
 */
export async function sumOutcomes(
  { store }: TimedStore,
  accountId: number,
  span: { readonly since: number; readonly until: number },
): Promise<OutcomeDays> {
  let left = MAX_READ
  for (let tries = 0; tries < MAX_TRIES; ) {
    const version = await store.get(outcomeKeys.summed(accountId))
    const changes = await store.list({ prefix: outcomeKeys.changesOf(accountId), limit: STEP })
    if (changes.length >= WORTH_STORING) {
      if (await storeSums(store, accountId, version, changes)) left -= changes.length
      else tries++
      if (left <= 0) return { days: [], isComplete: false }
      await nextTurn()
      continue
    }
    const days = await readDays(store, accountId, span)
    // Otherwise a change may have moved from the list to its day, and count twice or not at all.
    if ((await store.get(outcomeKeys.summed(accountId))) === version) {
      const byDay = groupByDay(changes)
      const upToDate = days.map(({ day, sums }) => ({
        day,
        sums: withChangesOf(byDay.get(day), sums),
      }))
      return { days: upToDate, isComplete: true }
    }
    tries++
  }
  throw new StoreContended(`the outcomes of account ${accountId} are being added up by others: try again`)
}

async function readDays(
  store: Store,
  accountId: number,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<OutcomeDay[]> {
  const days: number[] = []
  for (let day = dayOf(since); day < until; day += DAY_MS) days.push(day)
  const raws = await store.getMany(days.map((day) => outcomeKeys.day(accountId, nameOf(day))))
  return days.map((day, at) => ({ day, sums: parsed(raws[at]) }))
}

const parsed = (raw: string | undefined): OutcomeSums => (raw === undefined ? {} : parseDay(raw))

/** False: another request has changed the sums meanwhile. */
async function storeSums(
  store: Store,
  accountId: number,
  version: string | undefined,
  changes: readonly Entry[],
): Promise<boolean> {
  const byDay = [...groupByDay(changes)]
  const names = byDay.map(([day]) => outcomeKeys.day(accountId, nameOf(day)))
  const raws = await store.getMany(names)
  const set: Write[] = []
  for (const [at, [day, ofDay]] of byDay.entries()) {
    if (at % DAYS_IN_A_TURN === 0) await nextTurn()
    const value = JSON.stringify({ sums: withChanges(parsed(raws[at]), ofDay) })
    set.push({ key: names[at] ?? '', value, expiresAt: day + USAGE_KEPT_MS + DAY_MS })
  }
  const key = outcomeKeys.summed(accountId)
  return store.commit({
    checks: [{ key, value: version ?? null }],
    set: [...set, { key, value: String(Number(version ?? 0) + 1) }],
    del: changes.map((change) => change.key),
  })
}

function groupByDay(changes: readonly Entry[]): Map<number, OutcomeChange[]> {
  const byDay = new Map<number, OutcomeChange[]>()
  for (const { value } of changes) {
    const change = parseChange(value)
    // A job keeps its day.
    const at = (change.after ?? change.before)?.at
    if (at === undefined) continue
    const ofDay = byDay.get(dayOf(at))
    if (ofDay === undefined) byDay.set(dayOf(at), [change])
    else ofDay.push(change)
  }
  return byDay
}

const withChangesOf = (changes: readonly OutcomeChange[] | undefined, sums: OutcomeSums): OutcomeSums =>
  changes === undefined ? sums : withChanges(sums, changes)

function withChanges(shared: OutcomeSums, changes: readonly OutcomeChange[]): OutcomeSums {
  const sums = structuredClone(shared)
  for (const { before, after } of changes) {
    if (before !== null) addOutcome(sums, before, -1)
    if (after !== null) addOutcome(sums, after, 1)
  }
  return sums
}
