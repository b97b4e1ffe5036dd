import { createRoute } from '@hono/zod-openapi'
import { ProjectLimits } from '../../../contract/usage-responses.ts'
import type { ProjectLimits as Limits } from '../../budgets/limits-of-project.ts'
import type { Project } from '../../projects/project.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import type { Operation } from './operation/operation.ts'
import { refuseQuery } from './operation/page-query.ts'
import { authorize, ProjectParameters } from './operation/request-caller.ts'

export const getLimitsRoute = ({
  access,
  usage,
}: {
  readonly access: CallerAccess
  readonly usage: { limits(project: Project): Promise<Limits> }
}): Operation => ({
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
    const { project } = await authorize(access, c)
    refuseQuery(c)
    const limits = await usage.limits(project)
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
