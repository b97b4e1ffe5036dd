import { z } from 'zod'

const Counts = z.strictObject({
  jobs: z.int().min(0).describe('Number of new jobs.'),
  succeeded: z.int().min(0).describe('Number of runs that succeeded.'),
  failed: z.int().min(0).describe('Number of runs that failed.'),
  cancelled: z.int().min(0).describe('Number of runs that were cancelled.'),
  inputTokens: z.int().min(0).describe('Tokens that the models read, cached ones included.'),
  cachedInputTokens: z.int().min(0).describe('Part of `inputTokens` that was read from caches.'),
  outputTokens: z.int().min(0).describe('Tokens that the models wrote.'),
  costUsd: z.number().min(0).describe('Estimated cost in US dollars.'),
  unpriced: z.int().min(0).describe('Number of runs whose cost is unknown; it is not in `costUsd`.'),
})

/** Response of `GET /v2/usage`. A run counts on the day on which it ended. */
export const UsageReport = z.strictObject({
  total: Counts.describe('All runs together.'),
  days: z
    .array(z.strictObject({ date: z.iso.date().describe('Day in UTC.'), ...Counts.shape }))
    .describe('Each day, oldest first.'),
  projects: z
    .array(z.strictObject({ projectId: z.string().describe('Id of the project.'), ...Counts.shape }))
    .describe('Each project with a run, most expensive first.'),
  models: z
    .array(z.strictObject({ model: z.string().describe('As `provider/model`.'), ...Counts.shape }))
    .describe('Each model with a run, most expensive first.'),
})
export type UsageReport = z.infer<typeof UsageReport>

const BudgetLeft = z.strictObject({
  capUsd: z.number().min(0).describe('The cap, in US dollars.'),
  leftUsd: z.number().min(0).describe('What is left of it. At 0, new work is refused with 429.'),
  resetSeconds: z.int().min(0).describe('Seconds until it is reset.'),
})

/** Response of `GET /v2/agent/{projectId}/limits`. */
export const ProjectLimits = z.strictObject({
  requests: z
    .strictObject({
      limit: z.int().min(1).describe('Jobs, messages and retries in any 3,600 seconds.'),
      remaining: z.int().min(0).describe('How many of them are left.'),
      resetSeconds: z.int().min(0).describe('Seconds until a use becomes free; 0 if none is used.'),
    })
    .nullable()
    .describe('`null`: the server has no such limit.'),
  daily: BudgetLeft.describe('Cost of the models of the project today, in UTC.'),
  monthly: z
    .array(z.strictObject({ name: z.string().describe('Name of the budget.'), ...BudgetLeft.shape }))
    .describe('Budgets of the organisation that cover the project, for this month in UTC.'),
})
export type ProjectLimits = z.infer<typeof ProjectLimits>
