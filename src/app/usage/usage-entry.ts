import { z } from 'zod'
import { Metadata } from '../../contract/job.ts'
import { actorOf } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import type { Run } from '../domain/run.ts'
import { count, time } from '../store/keys.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Commit } from '../store/store.ts'

export const usageKeys = {
  /** What one ended run of an account used, oldest first, immutable. */
  entry: (accountId: number, at: number, job: string, run: number) =>
    `usage/${accountId}/${time(at)}/${job}/${count(run)}`,
  of: (accountId: number) => `usage/${accountId}/` as const,
  /** Before all entries from this time. */
  since: (accountId: number, at: number) => `usage/${accountId}/${time(at)}` as const,
  /** The sums of the runs that ended on one day in UTC. */
  day: (accountId: number, day: string) => `usage-day/${accountId}/${day}`,
}

const DAY_MS = 86_400_000

/** Thirteen months, so that a month can be compared with the same month of the year before. */
export const USAGE_KEPT_MS = 400 * DAY_MS

/** What one ended run used. */
export const UsageEntry = z.looseObject({
  /** When the run ended, epoch milliseconds. */
  at: z.int(),
  project: z.string(),
  /** Name of the API key or login of the person who created the job. */
  by: z.looseObject({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  model: z.string(),
  /** `succeeded`, `failed` or `cancelled`. */
  state: z.string(),
  reason: z.string().nullable(),
  /** The first run of its job. */
  isFirst: z.boolean(),
  /** The outcome of the job is recorded. Absent: it is not. */
  isTracked: z.literal(true).optional(),
  /** From the claim to the end; `null`: no runner claimed it. */
  durationMs: z.int().nullable(),
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  /** US dollars; `null`: unknown. */
  costUsd: z.number().nullable(),
  /** What each model used, in the order in which they answered. Absent: `model` alone answered. */
  models: z
    .array(
      z.looseObject({
        model: z.string(),
        inputTokens: z.int(),
        cachedInputTokens: z.int(),
        outputTokens: z.int(),
        costUsd: z.number().nullable(),
      }),
    )
    .optional(),
  /** Of the job; absent: none. */
  metadata: Metadata.optional(),
})
export type UsageEntry = KnownFields<z.infer<typeof UsageEntry>>

/** Whether another model than that of the job answered. */
const hasOther = (model: string, models: readonly { readonly model: string }[] = []): boolean =>
  models.some((one) => one.model !== model)

/**
 * Part of the commit that ends a run: one entry, and no shared record that counts. `chargedUsd`: what its runner had
 * reported as cost, in case it reported no result.
 */
export function usageEntry(job: Job, ended: Run, chargedUsd: number): Commit {
  if (job.accountId === null) return {}
  const { usage, claimedAt } = ended
  const at = ended.endedAt ?? job.lastActivityAt
  const { kind, id, name } = actorOf(job.origin)
  const entry: UsageEntry = {
    at,
    project: job.project,
    by: { kind, id, name },
    model: job.model,
    state: ended.state,
    reason: ended.reason?.code ?? null,
    isFirst: ended.number === 1,
    ...(job.outcome !== undefined && { isTracked: true }),
    durationMs: claimedAt === null ? null : Math.max(0, at - claimedAt),
    inputTokens: usage?.inputTokens ?? 0,
    cachedInputTokens: usage?.cachedInputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    costUsd: usage === null ? chargedUsd : usage.costUsd,
    ...(hasOther(job.model, usage?.models) && { models: usage?.models }),
    ...(job.metadata !== undefined && { metadata: job.metadata }),
  }
  const key = usageKeys.entry(job.accountId, at, job.id, ended.number)
  return { set: [{ key, value: JSON.stringify(entry), expiresAt: at + USAGE_KEPT_MS }] }
}
