import { z } from 'zod'
import { Metadata } from '../../contract/job.ts'
import { actorOf } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import type { Run } from '../domain/run.ts'
import { keySpace } from '../store/key-space.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Commit } from '../store/store.ts'

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
  /** From the claim to the end; `null`: no runner claimed it. */
  durationMs: z.int().nullable(),
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  /** US dollars; `null`: unknown. */
  costUsd: z.number().nullable(),
  /** Of the job; absent: none. */
  metadata: Metadata.optional(),
})
export type UsageEntry = KnownFields<z.infer<typeof UsageEntry>>

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
    durationMs: claimedAt === null ? null : Math.max(0, at - claimedAt),
    inputTokens: usage?.inputTokens ?? 0,
    cachedInputTokens: usage?.cachedInputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    costUsd: usage === null ? chargedUsd : usage.costUsd,
    ...(job.metadata !== undefined && { metadata: job.metadata }),
  }
  const key = keySpace.usage(job.accountId, at, job.id, ended.number)
  return { set: [{ key, value: JSON.stringify(entry), expiresAt: at + USAGE_KEPT_MS }] }
}
