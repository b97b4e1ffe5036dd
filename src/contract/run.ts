import { z } from 'zod'
import { Reason } from './reasons.ts'

/**
 * One turn of a job. Forward only:
 * queued → dispatching → dispatched → running → publishing → delivered → succeeded,
 * and from any of them to failed or cancelled.
 */
export const RunState = z.enum([
  'queued',
  'dispatching',
  'dispatched',
  'running',
  'publishing',
  'delivered',
  'succeeded',
  'failed',
  'cancelled',
])
export type RunState = z.infer<typeof RunState>

/** What the model's provider counted. Money is an estimate in US dollars, `null` where the price is unknown. */
export const Usage = z.object({
  steps: z.int().min(0),
  inputTokens: z.int().min(0),
  /** Part of `inputTokens` that the provider served from its cache. */
  cachedInputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  costUsd: z.number().min(0).nullable(),
})
export type Usage = z.infer<typeof Usage>

/** One entry of `GET /v2/agent/{projectId}/job/{id}/runs`. */
export const RunView = z.object({
  number: z.int().min(1),
  state: RunState,
  /** Why it failed or was cancelled, or why nothing changed; `null` otherwise. */
  reason: Reason.nullable(),
  /** What the agent says it did. */
  summary: z.string().nullable(),
  workflowRunUrl: z.url().nullable(),
  usage: Usage.nullable(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type RunView = z.infer<typeof RunView>

export const RunList = z.object({ runs: z.array(RunView) })
export type RunList = z.infer<typeof RunList>
