import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TimedStore } from '../store/store.ts'
import { DAY_MS, dayOf, sumDays } from './sum-days.ts'
import { addSum, emptySum, own, type ProjectSums, type Sum } from './sums.ts'
import { UsageEntry, usageKeys } from './usage-entry.ts'

export interface UsageQuery {
  readonly accountId: number
  /** Whether the reader may see a project. */
  readonly covers: (project: string) => boolean
  /** Number of days, today included. */
  readonly days: number
}

export interface NamedSum extends Sum {
  readonly name: string
}

export interface UsageReport {
  readonly total: Sum
  /** Oldest first, in UTC, with the days on which no run ended. */
  readonly perDay: readonly (Sum & { readonly day: number })[]
  /** Most expensive first; `name` is the id of the project. */
  readonly projects: readonly NamedSum[]
  /** `name` is `key:<name>` or `person:<login>`. */
  readonly people: readonly NamedSum[]
  readonly models: readonly NamedSum[]
  /** Reasons of failed runs, most frequent first. */
  readonly reasons: readonly { readonly code: string; readonly runs: number }[]
  /** False: more runs have ended than one request sums up. The next request continues. */
  readonly isComplete: boolean
}

const DAYS_IN_A_TURN = 10

/** What the runs of an account used in the last days. */
export async function summarizeUsage(
  deps: TimedStore,
  { accountId, covers, days }: UsageQuery,
): Promise<UsageReport> {
  const until = dayOf(deps.now()) + DAY_MS
  const summed = await sumDays(deps, accountId, { since: until - days * DAY_MS, until })
  const total = emptySum()
  const projects: Record<string, Sum> = {}
  const people: Record<string, Sum> = {}
  const models: Record<string, Sum> = {}
  const reasons: Record<string, { runs: number }> = {}
  const perDay: (Sum & { readonly day: number })[] = []
  for (const { day, sums } of summed.days) {
    // A year of a large account takes 200 ms: no other request waits for all of it.
    if (perDay.length % DAYS_IN_A_TURN === 0) await nextTurn()
    const ofDay = emptySum()
    for (const [id, project] of Object.entries(sums)) {
      if (!covers(id)) continue
      addSum(ofDay, project.total)
      addSum(own(projects, id, emptySum), project.total)
      addAll(people, project.people)
      addAll(models, project.models)
      addReasons(reasons, project)
    }
    addSum(total, ofDay)
    perDay.push({ day, ...ofDay })
  }
  return {
    total,
    perDay,
    projects: byCost(projects),
    people: byCost(people),
    models: byCost(models),
    reasons: Object.entries(reasons)
      .map(([code, { runs }]) => ({ code, runs }))
      .toSorted((one, other) => other.runs - one.runs),
    isComplete: summed.isComplete,
  }
}

function addAll(to: Record<string, Sum>, from: Readonly<Record<string, Sum>>): void {
  for (const [name, sum] of Object.entries(from)) addSum(own(to, name, emptySum), sum)
}

function addReasons(to: Record<string, { runs: number }>, { reasons }: ProjectSums): void {
  for (const [code, runs] of Object.entries(reasons)) own(to, code, () => ({ runs: 0 })).runs += runs
}

const runsOf = ({ succeeded, failed, cancelled }: Sum): number => succeeded + failed + cancelled

const byCost = (sums: Readonly<Record<string, Sum>>): NamedSum[] =>
  Object.entries(sums)
    .map(([name, sum]) => ({ name, ...sum }))
    .toSorted((one, other) => other.costUsd - one.costUsd || runsOf(other) - runsOf(one))

/** The sums of one project on one day. */
export interface UsageRow extends Sum {
  readonly day: number
  readonly project: string
}

/** The same, a row for each day and project, oldest first. */
export async function tabulateUsage(
  deps: TimedStore,
  { accountId, covers, days }: UsageQuery,
): Promise<{ readonly rows: readonly UsageRow[]; readonly isComplete: boolean }> {
  const until = dayOf(deps.now()) + DAY_MS
  const summed = await sumDays(deps, accountId, { since: until - days * DAY_MS, until })
  const rows = summed.days.flatMap(({ day, sums }) =>
    Object.entries(sums)
      .filter(([project]) => covers(project))
      .map(([project, { total }]) => ({ day, project, ...total })),
  )
  return { rows, isComplete: summed.isComplete }
}

const PAGE = 500

/** An ended run, as its entry tells. */
export interface EndedRun extends UsageEntry {
  readonly job: string
  readonly run: number
}

/** The runs that ended in the last days, oldest first, in pages: a year of a large account does not fit into memory. */
export async function* listEndedRuns(
  { store, now }: TimedStore,
  { accountId, covers, days }: UsageQuery,
): AsyncGenerator<readonly EndedRun[]> {
  const since = dayOf(now()) + DAY_MS - days * DAY_MS
  const prefix = usageKeys.of(accountId)
  for (let after: string = usageKeys.since(accountId, since); ; ) {
    const entries = await store.list({ prefix, after, limit: PAGE })
    const runs = entries.map(({ key, value }) => {
      const [job = '', run] = key.split('/').slice(-2)
      return { ...UsageEntry.parse(JSON.parse(value)), job, run: Number(run) }
    })
    yield runs.filter(({ project }) => covers(project))
    if (entries.length < PAGE) return
    after = entries.at(-1)?.key ?? after
  }
}
