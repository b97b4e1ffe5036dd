import { createRoute } from '@hono/zod-openapi'
import { RunList } from '../../../contract/run.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { jsonPieces, sendPieces } from '../shared/json-response.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import { EXAMPLE_RUN } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import { refuseQuery } from './operation/page-query.ts'
import { authorize, JobParameters, jobKeyOf, noSuchJob } from './operation/request-caller.ts'

export const listJobRunsRoute = ({
  access,
  jobs,
}: {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'runs'>
}): Operation => ({
  route: createRoute({
    operationId: 'listRuns',
    method: 'get',
    path: '/v2/agent/{projectId}/job/{id}/runs',
    summary: 'List the runs of a job',
    description:
      'Returns the runs of the job, oldest first: state, reason, summary, checks, changed files, token use and cost. Returns at most the 201 most recent runs.',
    tags: ['Runs'],
    security: API_KEY,
    request: { params: JobParameters },
    responses: {
      200: describeResponse({ description: 'The runs.', schema: RunList, example: { runs: [EXAMPLE_RUN] } }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project } = await authorize(access, c)
    refuseQuery(c)
    const key = jobKeyOf(c, project)
    const runs = await jobs.runs(key, project.accountId)
    if (runs === null) throw noSuchJob(key.job)
    return sendPieces(c, await jsonPieces({ runs }), { 'cache-control': 'private, no-cache' })
  },
})
