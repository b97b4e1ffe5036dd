import { z } from 'zod'
import { ChecksOutcome } from './checks.ts'
import { Mode } from './job.ts'
import { MAX_FALLBACKS } from './model.ts'
import { Question } from './question.ts'
import { Reason } from './reasons.ts'
import { ReviewView } from './review.ts'
import { groupDigits } from './text.ts'

/**
 * The states of a run. They only move forward:
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

/** No run costs this much; a larger number is an error of the action that reports it. */
export const MAX_USD = 10_000

/** What one of the models of a run used. */
export const ModelUsage = z.object({
  model: z.string().min(1).max(300).describe('The model, as `provider/model`.'),
  steps: z.int().min(0).describe('Number of its calls.'),
  inputTokens: z.int().min(0).describe('Tokens that it read, cached ones included.'),
  cachedInputTokens: z.int().min(0).describe('Part of `inputTokens` that was read from the cache.'),
  outputTokens: z.int().min(0).describe('Tokens that it wrote.'),
  costUsd: z
    .number()
    .min(0)
    .max(MAX_USD)
    .nullable()
    .describe('Estimated cost at its own price, in US dollars; `null` if the price is unknown.'),
})
export type ModelUsage = z.infer<typeof ModelUsage>

/** Tokens as the provider of the model counts them. The cost is an estimate in US dollars. */
export const Usage = z.object({
  steps: z.int().min(0).describe('Number of model calls.'),
  inputTokens: z.int().min(0).describe('Tokens that the model read, cached ones included.'),
  cachedInputTokens: z
    .int()
    .min(0)
    .describe('Part of `inputTokens` that was read from the cache of the provider.'),
  outputTokens: z.int().min(0).describe('Tokens that the model wrote.'),
  costUsd: z
    .number()
    .min(0)
    .max(MAX_USD)
    .nullable()
    .describe('Estimated cost in US dollars; `null` if the price is unknown.'),
  brokenOff: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Number of answers that broke off and were retried if there was time. The totals include the tokens that the provider had reported by then, possibly none. Absent if the action does not count them.',
    ),
  estimated: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Number of answers for which the provider reported no tokens; their tokens are estimated from the size of the texts. Absent if there are none.',
    ),
  models: z
    .array(ModelUsage)
    .max(1 + MAX_FALLBACKS)
    .optional()
    .describe(
      'The models that answered, in their order, with what each used. Absent if the job had no fallback models, or the action does not say.',
    ),
})
export type Usage = z.infer<typeof Usage>

/** Maximum number of entries in the report of a run: ten times the default step limit. */
export const MAX_ANSWERS = 1000

/** Tokens and cost of one answer of the model. */
export const AnswerUsage = z.object({
  step: z.int().min(1).describe('Number of the model call.'),
  ...Usage.omit({ steps: true, brokenOff: true, estimated: true, models: true }).shape,
  brokenOff: z
    .literal(true)
    .optional()
    .describe(
      'Present if the answer broke off; its counts are those reported by then. The retry has the same `step`.',
    ),
  estimated: z.literal(true).optional().describe('Present if the tokens are estimated.'),
})
export type AnswerUsage = z.infer<typeof AnswerUsage>

const UsageView = Usage.extend({
  perStep: z
    .array(AnswerUsage)
    .optional()
    .describe(
      `The same counts for each answer, in order, at most the first ${groupDigits(MAX_ANSWERS)}. Absent if the runner did not report them, after the prompts of the job are deleted, and for the oldest runs if the list would have more than 2,000 entries in all.`,
    ),
})

/** Most paths in the report of a run, as many as a project may change by default, and the longest of them. */
export const MAX_CHANGED_FILES = 200
export const CHANGED_FILE_LENGTH = 1000

/** Files that differ from the base, or from the head of the working branch. */
export const ChangedFiles = z.object({
  total: z.int().min(0).describe('Number of changed files.'),
  paths: z
    .array(z.string().max(CHANGED_FILE_LENGTH))
    .max(MAX_CHANGED_FILES)
    .describe(`Their paths, at most the first ${MAX_CHANGED_FILES}.`),
})
export type ChangedFiles = z.infer<typeof ChangedFiles>

/** One entry of `GET /v2/agent/{projectId}/job/{id}/runs`. */
export const RunView = z.object({
  number: z.int().min(1).describe('Number of the run in its job, from 1.'),
  state: RunState.describe('`succeeded`, `failed` and `cancelled` are final.'),
  reason: Reason.nullable().describe(
    'Why the run failed, was cancelled or changed nothing; otherwise `null`.',
  ),
  summary: z
    .string()
    .nullable()
    .describe('What the agent says it did; in a run with a `mode`, its answer, its plan or its review.'),
  mode: Mode.optional().describe('Present if the run answered, planned or reviewed, and changed nothing.'),
  review: ReviewView.optional().describe('Present if a runner has claimed the run and its mode is `review`.'),
  output: z
    .unknown()
    .optional()
    .describe(
      'What the agent returned for the `outputSchema` of the job, which it satisfies. Absent without a schema, of a run without such an output, after the prompts of the job are deleted, and for the oldest runs if the outputs in the list would take more than 1 MB in all.',
    ),
  question: Question.optional().describe(
    'Present if the run ended with a question, for the reason `input-required`. The next message answers it, with the number of a choice or in words.',
  ),
  workflowRunUrl: z.url().nullable().describe('URL of the workflow run on GitHub, which has the log.'),
  usage: UsageView.nullable().describe(
    'Tokens and cost over all steps of the run, as the provider reported them.',
  ),
  checks: ChecksOutcome.nullable().describe(
    'Results of the checks of the project; `null` if none ran or were to run, or the runner did not report them.',
  ),
  changedFiles: ChangedFiles.nullable().describe(
    'Files that the run changed, whether they were published or not; `null` if the runner did not report them, after the prompts of the job are deleted, and for the oldest runs if the list would have more than 2,000 paths in all.',
  ),
  parkedUntil: z.iso
    .datetime()
    .optional()
    .describe(
      'Present while the run is queued because the quota of the model was used up: the run before it saved its work, and this one continues it, not before this time.',
    ),
  paused: z
    .object({
      scope: z
        .enum(['account', 'project'])
        .describe('Whether the whole account or only the project is paused.'),
      since: z.iso.datetime().describe('When the pause began.'),
      by: z.string().describe('Who paused the work: a user of the machine of the server.'),
      reason: z.string().nullable().describe('Why, in the words of that user; `null`: they gave no reason.'),
    })
    .optional()
    .describe(
      'Present while the run is queued because an operator of the server has paused the account or the project. It starts when the operator resumes the work.',
    ),
  startedAt: z.iso.datetime().nullable().describe('When a runner claimed the run.'),
  endedAt: z.iso.datetime().nullable().describe('When the run ended.'),
})
export type RunView = z.infer<typeof RunView>

export const RunList = z.object({ runs: z.array(RunView).describe('The runs, oldest first.') })
export type RunList = z.infer<typeof RunList>
