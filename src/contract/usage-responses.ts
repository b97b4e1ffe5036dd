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

const OutcomeCounts = z.strictObject({
  jobs: z.int().min(0).describe('Number of jobs that were to make a change, whatever came of it.'),
  delivered: z.int().min(0).describe('Number of pull requests that these jobs opened.'),
  accepted: z.int().min(0).describe('Those that were merged.'),
  rejected: z.int().min(0).describe('Those that were closed and not merged.'),
  pending: z.int().min(0).describe('Those that are open.'),
  zeroTouch: z.int().min(0).describe('Accepted ones on whose branch no person committed.'),
  touchUnknown: z.int().min(0).describe('Accepted ones whose commits are not known.'),
  followUps: z.int().min(0).describe('Prompts that followed after the pull requests were opened.'),
  revertedGuess: z
    .int()
    .min(0)
    .describe('Accepted ones that were reverted within 30 days: a best guess from the words of commits.'),
  medianSecondsToMerge: z
    .int()
    .min(0)
    .nullable()
    .describe('Median time from opening to merge, exact to 5 %; `null`: none was merged.'),
  checksPassed: z
    .int()
    .min(0)
    .describe('Ended pull requests on whose first commit every check of GitHub passed at its first attempt.'),
  checksFailed: z.int().min(0).describe('Ended pull requests on whose first commit a check failed.'),
  costUsd: z.number().min(0).describe('Estimated cost in US dollars of the jobs whose cost is known.'),
  unpricedJobs: z.int().min(0).describe('Number of jobs whose cost is not known; it is not in `costUsd`.'),
  costPerAcceptedUsd: z
    .number()
    .min(0)
    .nullable()
    .describe(
      '`costUsd` by the number of accepted pull requests of the jobs whose cost is known; `null`: there is none.',
    ),
})

/** Response of `GET /v2/outcomes`. A job counts on the day on which its first run ended. */
export const OutcomesReport = z.strictObject({
  total: OutcomeCounts.describe('All jobs together.'),
  days: z
    .array(z.strictObject({ date: z.iso.date().describe('Day in UTC.'), ...OutcomeCounts.shape }))
    .describe('Each day, oldest first.'),
  projects: z
    .array(z.strictObject({ projectId: z.string().describe('Id of the project.'), ...OutcomeCounts.shape }))
    .describe('Each project with a job, those with the most pull requests first.'),
  models: z
    .array(z.strictObject({ model: z.string().describe('As `provider/model`.'), ...OutcomeCounts.shape }))
    .describe('Each model with a job.'),
  origins: z
    .array(
      z.strictObject({
        origin: z
          .string()
          .describe(
            'How the job was asked for: `api`, `dashboard`, `github` or `server`. There may be more.',
          ),
        ...OutcomeCounts.shape,
      }),
    )
    .describe('Each origin with a job.'),
  metadata: z
    .array(
      z.strictObject({
        value: z.string().nullable().describe('Value of the pair; `null`: the jobs without it.'),
        ...OutcomeCounts.shape,
      }),
    )
    .optional()
    .describe('Each value of the pair `metadataName`, at most 100. Absent: none was named.'),
  failures: z
    .array(
      z.strictObject({
        reason: z.string().describe('Code of the reason.'),
        runs: z.int().min(1).describe('Number of runs that failed for it.'),
      }),
    )
    .describe('Why runs failed that ended in these days, most frequent first.'),
  unknownJobs: z
    .int()
    .min(0)
    .describe('Jobs of these days from before outcomes were recorded. They are in none of the counts.'),
})
export type OutcomesReport = z.infer<typeof OutcomesReport>

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
