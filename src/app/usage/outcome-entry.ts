import { z } from 'zod'
import { Metadata } from '../../contract/job.ts'
import { actorOf } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import type { PullOutcome } from '../domain/outcome.ts'
import { time } from '../store/keys.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Commit, Write } from '../store/store.ts'
import { USAGE_KEPT_MS } from './usage-entry.ts'

export const outcomeKeys = {
  /** The outcome of a job that was to make a change, by the end of its first run. */
  entry: (accountId: number, at: number, job: string) => `outcome/${accountId}/${time(at)}/${job}`,
  of: (accountId: number) => `outcome/${accountId}/` as const,
  /** Before all entries from this time. */
  since: (accountId: number, at: number) => `outcome/${accountId}/${time(at)}` as const,
  /** A change of an entry that the sums do not contain yet, immutable. `rev`: of the job. */
  change: (accountId: number, job: string, rev: number) => `outcome-change/${accountId}/${job}/${rev}`,
  changesOf: (accountId: number) => `outcome-change/${accountId}/` as const,
  /** The sums of the jobs whose first runs ended on one day in UTC. */
  day: (accountId: number, day: string) => `outcome-day/${accountId}/${day}`,
  /** Counts how often changes became part of sums. */
  summed: (accountId: number) => `outcome-summed/${accountId}`,
}

export const PullOutcomeRecord = z.looseObject({
  number: z.int(),
  openedAt: z.int(),
  firstSha: z.string().nullable(),
  state: z.enum(['pending', 'accepted', 'rejected']),
  endedAt: z.int().optional(),
  followUps: z.int(),
  peopleCommits: z.int().optional(),
  firstChecks: z.enum(['passed', 'failed']).optional(),
  revertedAt: z.int().optional(),
}) satisfies z.ZodType<PullOutcome>

/** What became of the work of a job. */
export const OutcomeEntry = z.looseObject({
  /** End of its first run, epoch milliseconds. */
  at: z.int(),
  project: z.string(),
  /** Who created the job, as in `UsageEntry`. */
  by: z.looseObject({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  /** How they asked: `api`, `dashboard`, `github` or `server`. */
  origin: z.string(),
  model: z.string(),
  /** US dollars, of all its runs; `null`: that of one of them is unknown. */
  costUsd: z.number().nullable(),
  pulls: z.array(PullOutcomeRecord),
  /** Of the job; absent: none. */
  metadata: Metadata.optional(),
})
export type OutcomeEntry = KnownFields<z.infer<typeof OutcomeEntry>>

/** What a change takes out of the sums, and what it adds. Without metadata. */
const OutcomeChange = z.looseObject({
  before: OutcomeEntry.nullable(),
  after: OutcomeEntry.nullable(),
})
export type OutcomeChange = KnownFields<z.infer<typeof OutcomeChange>>
export const parseChange = (stored: string): OutcomeChange => OutcomeChange.parse(JSON.parse(stored))

interface Placed {
  readonly accountId: number
  readonly entry: OutcomeEntry
}

function entryOf(job: Job | null): Placed | null {
  if (job === null || job.accountId === null || job.outcome?.isChange !== true) return null
  const { kind, id, name, via } = actorOf(job.origin)
  const { at, costUsd, unpriced, pulls } = job.outcome
  const entry: OutcomeEntry = {
    at,
    project: job.project,
    by: { kind, id, name },
    origin: via,
    model: job.model,
    costUsd: unpriced > 0 ? null : costUsd,
    pulls: pulls.map((pull) => ({ ...pull })),
    ...(job.metadata !== undefined && { metadata: job.metadata }),
  }
  return { accountId: job.accountId, entry }
}

/**
 * Part of the commit that changes a job: its entry, and the change for the sums, which others add up later. So no shared record
 * counts, and an outcome may change weeks after its run.
 */
export function outcomeCommit(before: Job, after: Job): Commit {
  if (before.outcome === after.outcome && before.accountId === after.accountId) return {}
  const [was, is] = [entryOf(before), entryOf(after)]
  if (JSON.stringify(was) === JSON.stringify(is)) return {}
  // The job has moved to another account.
  if (was !== null && is !== null && was.accountId !== is.accountId)
    return { set: [...written(before, was, null), ...written(before, null, is)], del: [keyOf(before, was)] }
  return { set: written(before, was, is) }
}

const keyOf = (job: Job, { accountId, entry }: Placed): string =>
  outcomeKeys.entry(accountId, entry.at, job.id)

function written(job: Job, was: Placed | null, is: Placed | null): Write[] {
  const placed = is ?? was
  if (placed === null) return []
  const expiresAt = placed.entry.at + USAGE_KEPT_MS
  const change = { before: counted(was), after: counted(is) }
  const set = [
    {
      key: outcomeKeys.change(placed.accountId, job.id, job.rev + 1),
      value: JSON.stringify(change),
      expiresAt,
    },
  ]
  return is === null ? set : [{ key: keyOf(job, is), value: JSON.stringify(is.entry), expiresAt }, ...set]
}

function counted(placed: Placed | null): Omit<OutcomeEntry, 'metadata'> | null {
  if (placed === null) return null
  const { metadata: _, ...entry } = placed.entry
  return entry
}
