import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { MetadataName } from '../../../contract/job.ts'
import { OutcomesReport } from '../../../contract/usage-responses.ts'
import type { Store, TimedStore } from '../../store/store.ts'
import { costPerAccepted, medianToMerge, type OutcomeSum, pendingOf } from '../../usage/outcome-sums.ts'
import {
  groupOutcomes,
  MOST_GROUPED_JOBS,
  type OutcomesReport as Outcomes,
  summarizeOutcomes,
} from '../../usage/summarize-outcomes.ts'
import { summarizeUsage, type UsageQuery, type UsageReport } from '../../usage/summarize-usage.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { HttpError } from '../shared/http-error.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { coverageOf, UsageParameters } from './get-usage.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import { EXAMPLE_OUTCOMES } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import { readQuery } from './operation/page-query.ts'

const Query = UsageParameters.extend({
  metadataName: MetadataName.optional().describe(
    `Name of a pair of metadata: adds the outcomes by its value, of at most ${MOST_GROUPED_JOBS.toLocaleString('en')} jobs.`,
  ),
})

export const getOutcomesRoute = ({
  access,
  ...deps
}: {
  readonly access: CallerAccess
  readonly store: Store
  readonly now: () => number
}): Operation => ({
  route: createRoute({
    operationId: 'getOutcomes',
    method: 'get',
    path: '/v2/outcomes',
    summary: 'Get the outcomes',
    description:
      'Returns what became of the pull requests of the jobs of the last days, in total and by day, project, model and origin, of the projects that the API key covers. A job counts on the day on which its first run ended, with everything that happened to it since. Outcomes are kept for 400 days.',
    tags: ['Usage'],
    security: API_KEY,
    request: { params: z.object({}), query: Query },
    responses: {
      200: describeResponse({
        description: 'The outcomes.',
        schema: OutcomesReport,
        example: {
          total: EXAMPLE_OUTCOMES,
          days: [{ date: '2026-11-20', ...EXAMPLE_OUTCOMES }],
          projects: [{ projectId: 'prj_1a2b', ...EXAMPLE_OUTCOMES }],
          models: [{ model: 'anthropic/claude-sonnet-5-5', ...EXAMPLE_OUTCOMES }],
          origins: [{ origin: 'api', ...EXAMPLE_OUTCOMES }],
          failures: [{ reason: 'cost-limit', runs: 1 }],
          unknownJobs: 0,
        },
      }),
      ...describeRefusals([400, 401, 403, 404, 503], {
        503: 'The store is unavailable, or the outcomes are still being added up.',
      }),
    },
  }),

  async handle(c) {
    const key = await access.authenticate(c.env.incoming)
    const { days, projectId, metadataName } = readQuery(c, Query)
    if (projectId !== undefined) await access.project(key, projectId)
    const query: UsageQuery = { accountId: key.accountId, covers: coverageOf(key, projectId), days }
    const [outcomes, usage] = [await summarizeOutcomes(deps, query), await summarizeUsage(deps, query)]
    if (!outcomes.isComplete || !usage.isComplete)
      throw new HttpError(503, 'the outcomes are still being added up: try again', { 'retry-after': '1' })
    const metadata = metadataName === undefined ? undefined : await groups(deps, query, metadataName)
    const report = { ...reportOf(outcomes, usage), ...(metadata !== undefined && { metadata }) }
    return jsonResponse(c, 200, JSON.stringify(report))
  },
})

async function groups(
  deps: TimedStore,
  query: UsageQuery,
  pair: string,
): Promise<NonNullable<OutcomesReport['metadata']>> {
  const grouped = await groupOutcomes(deps, { ...query, pair })
  if (grouped !== null) return grouped.map(({ value, sum }) => ({ value, ...countsOf(sum) }))
  const most = MOST_GROUPED_JOBS.toLocaleString('en')
  throw new HttpError(
    400,
    `\`metadataName\` groups at most ${most} jobs, and the account has more in these days: name fewer \`days\``,
  )
}

const reportOf = (
  { total, perDay, projects, models, origins }: Outcomes,
  { reasons, total: { jobs, tracked } }: UsageReport,
): OutcomesReport => ({
  total: countsOf(total),
  days: perDay.map(({ day, ...sum }) => ({
    date: new Date(day).toISOString().slice(0, 10),
    ...countsOf(sum),
  })),
  projects: projects.map(({ name, ...sum }) => ({ projectId: name, ...countsOf(sum) })),
  models: models.map(({ name, ...sum }) => ({ model: name, ...countsOf(sum) })),
  origins: origins.map(({ name, ...sum }) => ({ origin: name, ...countsOf(sum) })),
  failures: reasons.map(({ code, runs }) => ({ reason: code, runs })),
  unknownJobs: jobs - tracked,
})

/** Sums of dollars have errors after the sixth digit. */
const rounded = (usd: number): number => Math.max(0, Math.round(usd * 1e6) / 1e6)

function countsOf(sum: OutcomeSum): OutcomesReport['total'] {
  const [median, cost] = [medianToMerge(sum), costPerAccepted(sum)]
  return {
    jobs: sum.jobs,
    delivered: sum.delivered,
    accepted: sum.accepted,
    rejected: sum.rejected,
    pending: pendingOf(sum),
    zeroTouch: sum.zeroTouch,
    touchUnknown: sum.touchUnknown,
    followUps: sum.followUps,
    revertedGuess: sum.reverted,
    medianSecondsToMerge: median === null ? null : Math.round(median / 1000),
    checksPassed: sum.checksPassed,
    checksFailed: sum.checksFailed,
    costUsd: rounded(sum.costUsd),
    unpricedJobs: sum.unpricedJobs,
    costPerAcceptedUsd: cost === null ? null : rounded(cost),
  }
}
