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
  brokenOff: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Answers that began and broke off, and were asked for again if there was time. The sums hold what the provider had said of their tokens by then, which may be nothing. Left out by actions that did not count them.',
    ),
  estimated: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Answers of which the provider counted nothing: their tokens are estimated by size. Left out for none.',
    ),
})
export type Usage = z.infer<typeof Usage>

/** Most entries in the report of a run: ten times the steps that a run has by default. */
export const MOST_ANSWERS = 1000

/** What the provider counted for one answer of the model. */
export const AnswerUsage = z.object({
  step: z.int().min(1).describe('Counts the calls of the model.'),
  ...Usage.omit({ steps: true, brokenOff: true, estimated: true }).shape,
  brokenOff: z
    .literal(true)
    .optional()
    .describe(
      'There if the answer broke off: what had been said of it by then. The next try has the same `step`.',
    ),
  estimated: z.literal(true).optional().describe('There if the tokens are estimated by size.'),
})
export type AnswerUsage = z.infer<typeof AnswerUsage>

const UsageView = Usage.extend({
  perStep: z
    .array(AnswerUsage)
    .optional()
    .describe(
      `The same of each answer, in their order, the first ${MOST_ANSWERS.toLocaleString('en')}. Left out where the runner did not say it, after the run's prompts are deleted, and of the oldest runs where it would be more than 2,000 in all.`,
    ),
})

/** One entry of `GET /v2/agent/{projectId}/job/{id}/runs`. */
export const RunView = z.object({
  number: z.int().min(1).describe('Counts the turns of the job.'),
  state: RunState.describe('`succeeded`, `failed` and `cancelled` are final.'),
  reason: Reason.nullable().describe(
    'Why it failed or was cancelled, or why nothing changed; `null` otherwise.',
  ),
  summary: z.string().nullable().describe('What the agent says it did.'),
  workflowRunUrl: z.url().nullable().describe('The workflow run on GitHub, with its log.'),
  usage: UsageView.nullable().describe('What the provider of the model counted, over all steps of the run.'),
  startedAt: z.iso.datetime().nullable().describe('When a runner took it on.'),
  endedAt: z.iso.datetime().nullable(),
})
export type RunView = z.infer<typeof RunView>

export const RunList = z.object({ runs: z.array(RunView).describe('Oldest first.') })
export type RunList = z.infer<typeof RunList>
