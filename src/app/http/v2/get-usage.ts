import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { ProjectLimits, UsageReport } from '../../../contract/usage-responses.ts'
import type { WorkStore } from '../../jobs/admit-request.ts'
import { type ProjectLimits as Limits, limitsOfProject } from '../../projects/match-budgets.ts'
import type { Store } from '../../store/store.ts'
import { type UsageReport as Summary, summarizeUsage } from '../../usage/summarize-usage.ts'
import type { Sum } from '../../usage/sums.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { HttpError } from '../shared/http-error.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import { EXAMPLE_COUNTS } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import { plainNumber, readQuery, refuseQuery } from './operation/page-query.ts'
import { authorize, ProjectParameters } from './operation/request-caller.ts'

const RANGE = { error: 'must be a number from 1 to 366' }

export const UsageParameters = z.object({
  days: z
    .preprocess(plainNumber, z.int(RANGE).min(1, RANGE).max(366, RANGE).default(30))
    .describe('Number of days in UTC, today included.'),
  projectId: z.string().optional().describe('Return only this project.'),
})

export const getUsageRoute = ({
  access,
  ...deps
}: {
  readonly access: CallerAccess
  readonly store: Store
  readonly now: () => number
}): Operation => ({
  route: createRoute({
    operationId: 'getUsage',
    method: 'get',
    path: '/v2/usage',
    summary: 'Get the usage',
    description:
      'Returns the runs, tokens and cost of the last days, in total and by day, project and model, of the projects that the API key covers. A run counts on the day on which it ended. Entries are kept for 400 days.',
    tags: ['Usage'],
    security: API_KEY,
    request: { params: z.object({}), query: UsageParameters },
    responses: {
      200: describeResponse({
        description: 'The usage.',
        schema: UsageReport,
        example: {
          total: EXAMPLE_COUNTS,
          days: [{ date: '2026-11-20', ...EXAMPLE_COUNTS }],
          projects: [{ projectId: 'prj_1a2b', ...EXAMPLE_COUNTS }],
          models: [{ model: 'anthropic/claude-sonnet-5-5', ...EXAMPLE_COUNTS }],
        },
      }),
      ...describeRefusals([400, 401, 403, 404, 503], {
        503: 'The store is unavailable, or the runs are still being added up.',
      }),
    },
  }),

  async handle(c) {
    const key = await access.authenticate(c.env.incoming)
    const { days, projectId } = readQuery(c, UsageParameters)
    if (projectId !== undefined) await access.project(key, projectId)
    const covers = coverageOf(key, projectId)
    const report = await summarizeUsage(deps, { accountId: key.accountId, covers, days })
    if (!report.isComplete)
      throw new HttpError(503, 'the runs are still being added up: try again', { 'retry-after': '1' })
    return jsonResponse(c, 200, JSON.stringify(reportOf(report)))
  },
})

/** The projects that a key covers, or one of them. */
export const coverageOf =
  ({ projectIds }: { readonly projectIds: readonly string[] | null }, projectId: string | undefined) =>
  (id: string): boolean =>
    (projectIds === null || projectIds.includes(id)) && (projectId === undefined || id === projectId)

const reportOf = ({ total, perDay, projects, models }: Summary): UsageReport => ({
  total: countsOf(total),
  days: perDay.map(({ day, ...sum }) => ({
    date: new Date(day).toISOString().slice(0, 10),
    ...countsOf(sum),
  })),
  projects: projects.map(({ name, ...sum }) => ({ projectId: name, ...countsOf(sum) })),
  models: models.map(({ name, ...sum }) => ({ model: name, ...countsOf(sum) })),
})

/** Without the durations, which are for percentiles. Sums of dollars have errors after the sixth digit. */
const countsOf = (sum: Sum): UsageReport['total'] => ({
  jobs: sum.jobs,
  succeeded: sum.succeeded,
  failed: sum.failed,
  cancelled: sum.cancelled,
  inputTokens: sum.inputTokens,
  cachedInputTokens: sum.cachedInputTokens,
  outputTokens: sum.outputTokens,
  costUsd: Math.round(sum.costUsd * 1e6) / 1e6,
  unpriced: sum.unpriced,
})

export const getLimitsRoute = (deps: WorkStore & { readonly access: CallerAccess }): Operation => ({
  route: createRoute({
    operationId: 'getLimits',
    method: 'get',
    path: '/v2/agent/{projectId}/limits',
    summary: 'Get the limits of a project',
    description:
      'Returns how much of its limits a project has left: jobs and messages of this hour, cost of this day, and budgets of this month. The request does not count against any of them.',
    tags: ['Usage'],
    security: API_KEY,
    request: { params: ProjectParameters },
    responses: {
      200: describeResponse({
        description: 'The limits.',
        schema: ProjectLimits,
        example: {
          requests: { limit: 100, remaining: 99, resetSeconds: 3540 },
          daily: { capUsd: 50, leftUsd: 49.99, resetSeconds: 3448 },
          monthly: [{ name: 'docs', capUsd: 500, leftUsd: 421.5, resetSeconds: 867_448 }],
        },
      }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project } = await authorize(deps.access, c)
    refuseQuery(c)
    const limits = await limitsOfProject(deps, project)
    return jsonResponse(c, 200, JSON.stringify(viewOf(limits)))
  },
})

const viewOf = ({ requests, daily, monthly }: Limits): ProjectLimits => ({
  requests:
    requests.limit === 0
      ? null
      : { limit: requests.limit, remaining: requests.remaining, resetSeconds: requests.resetSeconds },
  daily: { capUsd: daily.capUsd, leftUsd: daily.leftUsd, resetSeconds: daily.resetSeconds },
  monthly: monthly.map(({ name, capUsd, leftUsd, resetSeconds }) => ({
    name,
    capUsd,
    leftUsd,
    resetSeconds,
  })),
})
