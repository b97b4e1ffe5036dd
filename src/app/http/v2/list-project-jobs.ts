import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { JobStatus } from '../../../contract/job.ts'
import { JobList } from '../../../contract/list-responses.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type CallerAccess, quoted } from '../auth/caller-access.ts'
import { API_KEY, describeRefusals, describeResponse } from './openapi/describe-response.ts'
import { EXAMPLE_DONE } from './openapi/examples.ts'
import type { Operation } from './openapi/operation.ts'
import { jsonResponse } from './request/json-response.ts'
import { CursorQuery, readCursor, readQuery, writeCursor } from './request/page-query.ts'
import { authorize, ProjectParameters } from './request/request-caller.ts'

const LIMIT = { error: 'must be a number from 1 to 100' }
const STATUS = {
  error: ({ input }: { readonly input?: unknown }) =>
    `${input === '' ? 'is empty' : `${quoted(String(input))} is no status`}: it must be one of ${JobStatus.options.join(', ')}`,
}

/** Digits only: `Number` reads far more than callers mean. */
const plainNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text

const Query = CursorQuery.extend({
  status: z.enum(JobStatus.options, STATUS).optional().describe('Return only jobs with this status.'),
  limit: z
    .preprocess(plainNumber, z.int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(20))
    .describe('Number of jobs on a page.'),
})

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
    request: { params: ProjectParameters, query: Query },
    responses: {
      200: describeResponse({
        description: 'A page of jobs.',
        schema: JobList,
        headers: ['Link?'],
        example: { jobs: [EXAMPLE_DONE], nextCursor: null },
      }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project } = await authorize(access, c)
    const { status = null, limit, cursor } = readQuery(c, Query)
    const after = readCursor(cursor, /^\d{13}\/job_[0-9a-z]{26}$/)
    const { bodies, next } = await jobs.list(project.id, { status, limit, after })
    const nextCursor = next === null ? null : writeCursor(next)
    const body = `{"jobs":[${bodies.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`
    return jsonResponse(c, 200, body, linkHeader({ status, limit }, nextCursor))
  },
})

/**
 * RFC 8288. Relative, since the public address is not the one that the request names; and only what this operation
 * knows of the query, so that the header is not as long as the caller likes.
 */
function linkHeader(
  { status, limit }: { readonly status: JobStatus | null; readonly limit: number },
  nextCursor: string | null,
): Record<string, string> {
  if (nextCursor === null) return {}
  const query = new URLSearchParams({
    ...(status !== null && { status }),
    limit: String(limit),
    cursor: nextCursor,
  })
  return { link: `<?${query}>; rel="next"` }
}
