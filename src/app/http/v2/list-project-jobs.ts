import { createRoute } from '@hono/zod-openapi'
import { JobList } from '../../../contract/list-responses.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { API_KEY, describeRefusals, describeResponse } from './openapi/describe-response.ts'
import { EXAMPLE_LISTED } from './openapi/examples.ts'
import type { Operation } from './openapi/operation.ts'
import { JOB_PLACE, JobListQuery, jobListBody } from './request/job-query.ts'
import { linkHeader } from './request/link-header.ts'
import { readCursor, readQuery, writeCursor } from './request/page-query.ts'
import { authorize, ProjectParameters } from './request/request-caller.ts'

export interface ListProjectJobsRouteDeps {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'list'>
}

export const listProjectJobsRoute = ({ access, jobs }: ListProjectJobsRouteDeps): Operation => ({
  route: createRoute({
    operationId: 'listJobs',
    method: 'get',
    path: '/v2/agent/{projectId}/jobs',
    summary: 'List the jobs of a project',
    description:
      'Returns the jobs of a project, newest first. Continue with `cursor` while `nextCursor` is not null.',
    tags: ['Jobs'],
    security: API_KEY,
    request: { params: ProjectParameters, query: JobListQuery },
    responses: {
      200: describeResponse({
        description: 'A page of jobs.',
        schema: JobList,
        headers: ['Link?'],
        example: { jobs: [EXAMPLE_LISTED], nextCursor: null },
      }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project } = await authorize(access, c)
    const { status, metadata, limit, cursor } = readQuery(c, JobListQuery)
    const after = readCursor(cursor, JOB_PLACE)
    const { bodies, next } = await jobs.list(project, {
      status: status ?? null,
      metadata,
      limit,
      after,
    })
    const nextCursor = next === null ? null : writeCursor(next)
    const body = jobListBody(bodies, nextCursor)
    return jsonResponse(c, 200, body, linkHeader({ status, metadata, limit }, nextCursor))
  },
})
