import { z } from 'zod'
import type { PullOutcome } from '../domain/outcome.ts'
import type { OutcomeEntry } from './outcome-entry.ts'
import { bucketOf, own, percentile } from './sums.ts'

/** Sums over jobs that were to make a change, and their pull requests. */
export const OutcomeSum = z.looseObject({
  jobs: z.int(),
  /** Pull requests that they opened. */
  delivered: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  /** Accepted ones without a commit by a person, and those whose commits are unknown. */
  zeroTouch: z.int(),
  touchUnknown: z.int(),
  followUps: z.int(),
  /** Accepted ones that were reverted, as far as texts tell. */
  reverted: z.int(),
  /** Pull requests by the checks on their first commit. */
  checksPassed: z.int(),
  checksFailed: z.int(),
  /** Of the jobs whose cost is known, and how many pull requests of these were accepted. */
  costUsd: z.number(),
  pricedAccepted: z.int(),
  /** Jobs whose cost is not known. */
  unpricedJobs: z.int(),
  /** Number of accepted pull requests by the logarithm of the time from opening to merge, see `bucketOf`. */
  durations: z.record(z.string(), z.int()),
})
export type OutcomeSum = z.infer<typeof OutcomeSum>

/** The sums of one project. */
export const ProjectOutcomes = z.looseObject({
  total: OutcomeSum,
  models: z.record(z.string(), OutcomeSum),
  origins: z.record(z.string(), OutcomeSum),
})
export type ProjectOutcomes = z.infer<typeof ProjectOutcomes>

/** By project. */
export type OutcomeSums = Record<string, ProjectOutcomes>

export const emptyOutcomes = (): OutcomeSum => ({
  jobs: 0,
  delivered: 0,
  accepted: 0,
  rejected: 0,
  zeroTouch: 0,
  touchUnknown: 0,
  followUps: 0,
  reverted: 0,
  checksPassed: 0,
  checksFailed: 0,
  costUsd: 0,
  pricedAccepted: 0,
  unpricedJobs: 0,
  durations: {},
})

const emptyProject = (): ProjectOutcomes => ({ total: emptyOutcomes(), models: {}, origins: {} })

/** Adds a job to the sums of its project, or takes it out of them with `times` -1, in place. */
export function addOutcome(sums: OutcomeSums, entry: OutcomeEntry, times: 1 | -1): void {
  const project = own(sums, entry.project, emptyProject)
  const origin = own(project.origins, entry.origin, emptyOutcomes)
  const model = own(project.models, entry.model, emptyOutcomes)
  for (const sum of [project.total, model, origin]) countOutcome(sum, entry, times)
}

/** The same for a single sum. */
export function countOutcome(sum: OutcomeSum, { costUsd, pulls }: OutcomeEntry, times: 1 | -1): void {
  sum.jobs += times
  if (costUsd === null) sum.unpricedJobs += times
  else sum.costUsd += times * costUsd
  for (const pull of pulls) {
    sum.delivered += times
    sum.followUps += times * pull.followUps
    if (pull.firstChecks === 'passed') sum.checksPassed += times
    if (pull.firstChecks === 'failed') sum.checksFailed += times
    if (pull.state === 'rejected') sum.rejected += times
    if (pull.state !== 'accepted') continue
    countAccepted(sum, pull, times)
    if (costUsd !== null) sum.pricedAccepted += times
  }
}

function countAccepted(sum: OutcomeSum, pull: PullOutcome, times: 1 | -1): void {
  sum.accepted += times
  if (pull.peopleCommits === undefined) sum.touchUnknown += times
  if (pull.peopleCommits === 0) sum.zeroTouch += times
  if (pull.revertedAt !== undefined) sum.reverted += times
  if (pull.endedAt === undefined) return
  const bucket = bucketOf(Math.max(0, pull.endedAt - pull.openedAt))
  sum.durations[bucket] = (sum.durations[bucket] ?? 0) + times
}

/** Adds one sum to another, in place. */
export function addOutcomes(to: OutcomeSum, from: OutcomeSum): void {
  for (const name of COUNTS) to[name] += from[name]
  for (const [bucket, pulls] of Object.entries(from.durations))
    to.durations[bucket] = (to.durations[bucket] ?? 0) + pulls
}

const COUNTS = [
  'jobs',
  'delivered',
  'accepted',
  'rejected',
  'zeroTouch',
  'touchUnknown',
  'followUps',
  'reverted',
  'checksPassed',
  'checksFailed',
  'costUsd',
  'pricedAccepted',
  'unpricedJobs',
] as const satisfies readonly Exclude<keyof typeof OutcomeSum.shape, 'durations'>[]

/** Pull requests that are neither merged nor closed. */
export const pendingOf = ({ delivered, accepted, rejected }: OutcomeSum): number =>
  delivered - accepted - rejected

/**
 * What an accepted pull request cost: all jobs whose cost is known, those that delivered nothing included, by the accepted pull
 * requests of these jobs. `null`: none.
 */
export const costPerAccepted = ({ costUsd, pricedAccepted }: OutcomeSum): number | null =>
  pricedAccepted === 0 ? null : Math.max(0, costUsd) / pricedAccepted

/** Median time from opening to merge in milliseconds, exact to a twentieth; `null`: none was merged. */
export const medianToMerge = (sum: Pick<OutcomeSum, 'durations'>): number | null => percentile(sum, 0.5)
