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

/** No run costs this much; a figure beyond it is a fault of who tells it. */
export const MOST_USD = 10_000

/** What the model's provider counted. Money is an estimate in US dollars, `null` where the price is unknown. */
export const Usage = z.object({
  steps: z.int().min(0).describe('Calls of the model.'),
  inputTokens: z.int().min(0),
  cachedInputTokens: z.int().min(0).describe('Part of `inputTokens` that the provider had in its cache.'),
  outputTokens: z.int().min(0),
  costUsd: z
    .number()
    .min(0)
    .max(MOST_USD)
    .nullable()
    .describe('An estimate; `null` where the price is unknown.'),
})
export type Usage = z.infer<typeof Usage>

/** One entry of `GET /v2/agent/{projectId}/job/{id}/runs`. */
export const RunView = z.object({
  number: z.int().min(1).describe('Counts the turns of the job.'),
  state: RunState.describe('`succeeded`, `failed` and `cancelled` are final.'),
  reason: Reason.nullable().describe(
    'Why it failed or was cancelled, or why nothing changed; `null` otherwise.',
  ),
  summary: z.string().nullable().describe('What the agent says it did.'),
  workflowRunUrl: z.url().nullable().describe('The workflow run on GitHub, with its log.'),
  usage: Usage.nullable().describe('What the provider of the model counted, over all steps of the run.'),
  startedAt: z.iso.datetime().nullable().describe('When a runner took it on.'),
  endedAt: z.iso.datetime().nullable(),
})
export type RunView = z.infer<typeof RunView>

export const RunList = z.object({ runs: z.array(RunView).describe('Oldest first.') })
export type RunList = z.infer<typeof RunList>
