import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TimedStore } from '../store/store.ts'
import { OutcomeEntry, outcomeKeys } from './outcome-entry.ts'
import { addOutcomes, countOutcome, emptyOutcomes, type OutcomeSum } from './outcome-sums.ts'
import { DAY_MS, dayOf } from './sum-days.ts'
import { sumOutcomes } from './sum-outcomes.ts'
import type { UsageQuery } from './summarize-usage.ts'
import { own } from './sums.ts'

export interface NamedOutcomes extends OutcomeSum {
  readonly name: string
}

export interface OutcomesReport {
  readonly total: OutcomeSum
  /** Oldest first, in UTC. */
  readonly perDay: readonly (OutcomeSum & { readonly day: number })[]
  /** With the most pull requests first; `name` is the id of the project. */
  readonly projects: readonly NamedOutcomes[]
  readonly models: readonly NamedOutcomes[]
  /** `name` is `api`, `dashboard`, `github` or `server`. */
  readonly origins: readonly NamedOutcomes[]
  /** False: more outcomes have changed than one request adds up. The next request continues. */
  readonly isComplete: boolean
}

const DAYS_IN_A_TURN = 10

/** What became of the work of the jobs of an account whose first runs ended in the last days. */
export async function summarizeOutcomes(
  deps: TimedStore,
  { accountId, covers, days }: UsageQuery,
): Promise<OutcomesReport> {
  const until = dayOf(deps.now()) + DAY_MS
  const summed = await sumOutcomes(deps, accountId, { since: until - days * DAY_MS, until })
  const total = emptyOutcomes()
  const projects: Record<string, OutcomeSum> = {}
  const models: Record<string, OutcomeSum> = {}
  const origins: Record<string, OutcomeSum> = {}
  const perDay: (OutcomeSum & { readonly day: number })[] = []
  for (const { day, sums } of summed.days) {
    if (perDay.length % DAYS_IN_A_TURN === 0) await nextTurn()
    const ofDay = emptyOutcomes()
    for (const [id, project] of Object.entries(sums)) {
      if (!covers(id)) continue
      addOutcomes(ofDay, project.total)
      addOutcomes(own(projects, id, emptyOutcomes), project.total)
      addAll(models, project.models)
      addAll(origins, project.origins)
    }
    addOutcomes(total, ofDay)
    perDay.push({ day, ...ofDay })
  }
  return {
    ...{ total, perDay, isComplete: summed.isComplete },
    ...{ projects: named(projects), models: named(models), origins: named(origins) },
  }
}

function addAll(to: Record<string, OutcomeSum>, from: Readonly<Record<string, OutcomeSum>>): void {
  for (const [name, sum] of Object.entries(from)) addOutcomes(own(to, name, emptyOutcomes), sum)
}

/** Without those that hold nothing: a job has moved to another account. */
const named = (sums: Readonly<Record<string, OutcomeSum>>): NamedOutcomes[] =>
  Object.entries(sums)
    .map(([name, sum]) => ({ name, ...sum }))
    .filter(({ jobs }) => jobs > 0)
    .toSorted((one, other) => other.delivered - one.delivered || other.jobs - one.jobs)

const PAGE = 500

export interface JobOutcome extends OutcomeEntry {
  readonly job: string
}

/** The jobs whose first runs ended in the last days, oldest first, in pages. */
export async function* listOutcomes(
  { store, now }: TimedStore,
  { accountId, covers, days }: UsageQuery,
): AsyncGenerator<readonly JobOutcome[]> {
  const since = dayOf(now()) + DAY_MS - days * DAY_MS
  const prefix = outcomeKeys.of(accountId)
  for (let after: string = outcomeKeys.since(accountId, since); ; ) {
    const entries = await store.list({ prefix, after, limit: PAGE })
    const jobs = entries.map(({ key, value }) => {
      const job = key.slice(key.lastIndexOf('/') + 1)
      return { ...OutcomeEntry.parse(JSON.parse(value)), job }
    })
    yield jobs.filter(({ project }) => covers(project))
    if (entries.length < PAGE) return
    after = entries.at(-1)?.key ?? after
  }
}

/** Jobs that one request groups by their metadata. */
export const MOST_GROUPED_JOBS = 20_000
/** Values of a pair of metadata that a report names: those with the most pull requests. */
const MOST_VALUES = 100

export interface MetadataOutcomes {
  /** `null`: the jobs without this pair. */
  readonly value: string | null
  readonly sum: OutcomeSum
}

/**
 * The same by the value of one pair of metadata, read from the jobs themselves: sums by values that callers choose would be
 * without bound. `null`: there are more jobs than one request reads.
 */
export async function groupOutcomes(
  deps: TimedStore,
  query: UsageQuery & { readonly pair: string },
): Promise<readonly MetadataOutcomes[] | null> {
  const sums = new Map<string | null, OutcomeSum>()
  let read = 0
  for await (const jobs of listOutcomes(deps, { ...query, covers: () => true })) {
    read += jobs.length
    if (read > MOST_GROUPED_JOBS) return null
    for (const job of jobs) {
      if (!query.covers(job.project)) continue
      const value = textOf(job, query.pair)
      const sum = sums.get(value) ?? emptyOutcomes()
      sums.set(value, sum)
      countOutcome(sum, job, 1)
    }
    await nextTurn()
  }
  return [...sums]
    .map(([value, sum]) => ({ value, sum }))
    .toSorted((one, other) => other.sum.delivered - one.sum.delivered || other.sum.jobs - one.sum.jobs)
    .slice(0, MOST_VALUES)
}

const textOf = ({ metadata }: OutcomeEntry, pair: string): string | null =>
  metadata !== undefined && Object.hasOwn(metadata, pair) ? (metadata[pair] ?? null) : null
