import { z } from 'zod'
import type { UsageEntry } from './usage-entry.ts'

/** Sums over runs. */
export const Sum = z.looseObject({
  /** Jobs whose first run is among the runs. */
  jobs: z.int(),
  /** Those of them whose outcome is recorded, or that were not to make a change; absent: none, or from an older server. */
  tracked: z.int().default(0),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  // Runners report them: their sum may be more than the largest exact integer.
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number(),
  /** Runs whose cost is unknown. */
  unpriced: z.int(),
  /** Number of runs by the logarithm of their duration, see `bucketOf`. */
  durations: z.record(z.string(), z.int()),
})
export type Sum = z.infer<typeof Sum>

/** The sums of one project. */
export const ProjectSums = z.looseObject({
  total: Sum,
  /** By `kind:name` of who created the job. */
  people: z.record(z.string(), Sum),
  models: z.record(z.string(), Sum),
  /** Number of failed runs by the code of their reason. */
  reasons: z.record(z.string(), z.int()),
})
export type ProjectSums = z.infer<typeof ProjectSums>

/** By project. */
export type Sums = Record<string, ProjectSums>

export const emptySum = (): Sum => ({
  jobs: 0,
  tracked: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  unpriced: 0,
  durations: {},
})

const emptySums = (): ProjectSums => ({ total: emptySum(), people: {}, models: {}, reasons: {} })

/** Adds an entry to the sums, in place: a day may have thousands. */
export function addEntry(sums: Sums, entry: UsageEntry): void {
  const project = own(sums, entry.project, emptySums)
  const person = own(project.people, `${entry.by.kind}:${entry.by.name}`, emptySum)
  for (const sum of [project.total, person]) count(sum, entry)
  for (const part of partsOf(entry)) count(own(project.models, part.model, emptySum), part)
  if (entry.state === 'failed' && entry.reason !== null)
    project.reasons[entry.reason] = (project.reasons[entry.reason] ?? 0) + 1
}

type Part = Pick<UsageEntry, 'model' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'costUsd'> &
  /** Absent: the run counts with another model. */
  Partial<Pick<UsageEntry, 'models' | 'isFirst' | 'isTracked' | 'state' | 'durationMs'>>

/** What each model used. The run counts with the last, which ended it. */
function partsOf({ models = [], ...entry }: UsageEntry): Part[] {
  if (models.length === 0) return [entry]
  return models.map((used, index) => (index < models.length - 1 ? used : { ...entry, ...used }))
}

/** Of a run whose cost is unknown, because one of its models has no known price. */
const knownUsd = ({ models = [] }: Part): number =>
  models.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0)

function count(sum: Sum, entry: Part): void {
  sum.inputTokens += entry.inputTokens
  sum.cachedInputTokens += entry.cachedInputTokens
  sum.outputTokens += entry.outputTokens
  sum.costUsd += entry.costUsd ?? knownUsd(entry)
  if (entry.state === undefined) return
  if (entry.isFirst) sum.jobs++
  if (entry.isFirst && entry.isTracked) sum.tracked++
  if (entry.state === 'succeeded') sum.succeeded++
  else if (entry.state === 'cancelled') sum.cancelled++
  else sum.failed++
  if (entry.costUsd === null) sum.unpriced++
  if (entry.durationMs === null || entry.durationMs === undefined) return
  const bucket = bucketOf(entry.durationMs)
  sum.durations[bucket] = (sum.durations[bucket] ?? 0) + 1
}

/** Adds one sum to another, in place. */
export function addSum(to: Sum, from: Sum): void {
  to.jobs += from.jobs
  to.tracked += from.tracked
  to.succeeded += from.succeeded
  to.failed += from.failed
  to.cancelled += from.cancelled
  to.inputTokens += from.inputTokens
  to.cachedInputTokens += from.cachedInputTokens
  to.outputTokens += from.outputTokens
  to.costUsd += from.costUsd
  to.unpriced += from.unpriced
  for (const [bucket, runs] of Object.entries(from.durations))
    to.durations[bucket] = (to.durations[bucket] ?? 0) + runs
}

/** The value of a key that may be any text, `constructor` included. */
export function own<T>(record: Record<string, T>, key: string, empty: () => T): T {
  const known = Object.hasOwn(record, key) ? record[key] : undefined
  if (known !== undefined) return known
  const made = empty()
  Object.defineProperty(record, key, { value: made, enumerable: true, writable: true, configurable: true })
  return made
}

/** Each bucket is a tenth larger than the one before, so that percentiles, and percentiles of sums, are exact to a twentieth. */
const GROWTH = 1.1
export const bucketOf = (ms: number): string =>
  String(Math.round(Math.log(Math.max(1, ms)) / Math.log(GROWTH)))

/** The duration below which this share of the runs stayed, in milliseconds; `null`: there are no runs. */
export function percentile({ durations }: Pick<Sum, 'durations'>, share: number): number | null {
  const buckets = Object.entries(durations)
    .map(([bucket, runs]) => ({ bucket: Number(bucket), runs }))
    .toSorted((one, other) => one.bucket - other.bucket)
  const total = buckets.reduce((sum, { runs }) => sum + runs, 0)
  const wanted = Math.max(1, Math.ceil(total * share))
  let seen = 0
  for (const { bucket, runs } of buckets) {
    seen += runs
    if (seen >= wanted) return Math.round(GROWTH ** bucket)
  }
  return null
}

/** Share of the runs that succeeded among those that were not cancelled; `null`: none. */
export const successRate = ({ succeeded, failed }: Pick<Sum, 'succeeded' | 'failed'>): number | null =>
  succeeded + failed === 0 ? null : succeeded / (succeeded + failed)
