import { createRoute } from '@hono/zod-openapi'
import { AgentJob } from '../../../contract/job.ts'
import { keySpace } from '../../store/key-space.ts'
import { type CallerAccess, isJobId } from '../auth/caller-access.ts'
import { API_KEY, describeRefusals, describeResponse } from './openapi/describe-response.ts'
import { EXAMPLE_DONE } from './openapi/examples.ts'
import type { Operation } from './openapi/operation.ts'
import { jobResponse } from './request/job-response.ts'
import { JobParameters } from './request/request-caller.ts'

export interface GetJobRouteDeps {
  readonly access: CallerAccess
}

/** The described route. Pollers are mostly answered by the handler in frequent-requests.ts, with the same bytes. */
export const getJobRoute = ({ access }: GetJobRouteDeps): Operation => ({
  route: createRoute({
    operationId: 'getJob',
    method: 'get',
    path: '/v2/agent/{projectId}/job/{id}',
    summary: 'Get a job',
    description:
      'Poll every few seconds until `status` is `completed`, `failed` or `archived`. With `If-None-Match`, the response for an unchanged job is 304.',
    tags: ['Jobs'],
    security: API_KEY,
    request: { params: JobParameters },
    responses: {
      200: describeResponse({
        description: 'The job.',
        schema: AgentJob,
        headers: ['ETag', 'X-Job-Reason?'],
        example: EXAMPLE_DONE,
      }),
      304: describeResponse({ description: 'The job is unchanged.', headers: ['ETag', 'X-Job-Reason?'] }),
      ...describeRefusals([401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { projectId = '', id = '' } = c.req.param()
    const view = isJobId(id) ? [keySpace.view({ project: projectId, job: id })] : []
    const { values } = await access.authorize(c.env.incoming, projectId, view)
    const { status, headers, body } = jobResponse(id, values[0], c.req.header('if-none-match'))
    return c.newResponse(status === 304 ? null : body, status, headers)
  },
})
