import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRoute } from '@hono/zod-openapi'
import { AgentJob } from '../../../contract/job.ts'
import { readView } from '../../job-store/job-commit.ts'
import { isJobId, jobKeys } from '../../job-store/job-record.ts'
import { memoizeParse } from '../../store/parse-records.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import { EXAMPLE_DONE } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import { JobParameters, noSuchJob } from './operation/request-caller.ts'

/** The described route. Pollers are mostly answered by `findPoll`, with the same bytes. */
export const getJobRoute = ({ access }: { readonly access: CallerAccess }): Operation => ({
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
    const { status, headers, body } = await getJob(access, c.env.incoming, projectId, id)
    return c.newResponse(status === 304 ? null : body, status, headers)
  },
})

/** Ids as ours are. A request with anything else in their places gets its response from Hono. */
const JOB_PATH = /^\/v2\/agent\/(prj_[0-9a-z]{1,20})\/job\/(job_[0-9a-z]{26})(?:\?|$)/

/** The template of the path, for metrics. */
export const POLL_ROUTE = '/v2/agent/:projectId/job/:id'

type AnswerPoll = (
  request: IncomingMessage,
  response: ServerResponse,
  ids: { readonly requestId: string },
) => Promise<void>

/**
 * Answers requests that poll a job without Hono: clients poll every few seconds, and its router, middleware and objects
 * cost more than the rest of the response. `null`: another request.
 */
export function findPoll(
  access: CallerAccess,
  { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
): AnswerPoll | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  const [, project, job] = JOB_PATH.exec(url) ?? []
  if (project === undefined || job === undefined) return null
  return async (request, response, { requestId }) => {
    const { status, headers, body } = await getJob(access, request, project, job)
    // All headers in one call: each `setHeader` would cost as much as the read.
    response
      .writeHead(status, { ...headers, 'x-request-id': requestId })
      .end(method === 'HEAD' ? undefined : body)
  }
}

/** API key, project and job in one read. */
async function getJob(access: CallerAccess, request: IncomingMessage, project: string, job: string) {
  const alsoRead = isJobId(job) ? [jobKeys.view({ project, job })] : []
  const { values } = await access.authorize(request, project, { alsoRead })
  return jobResponse(job, values[0], request.headers['if-none-match'])
}

interface JobResponse {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** On every answer with a job that has failed. */
export const reasonHeader = (reason: string | null): Record<string, string> =>
  reason === null ? {} : { 'x-job-reason': reason }

interface DescribedView {
  readonly body: string
  readonly etag: string
  /** Of a 304. */
  readonly headers: Readonly<Record<string, string>>
  /** Of a 200. */
  readonly fullHeaders: Readonly<Record<string, string>>
}

/** As many as SQLite's read cache holds records: a job is polled many times before it changes. */
const describeView = memoizeParse((stored): DescribedView => {
  const { reason, body } = readView(stored)
  const etag = `W/"${hash('sha256', stored, 'base64url').slice(0, 22)}"`
  const headers = {
    'cache-control': 'private, no-cache',
    etag,
    ...reasonHeader(reason),
  }
  const length = String(Buffer.byteLength(body))
  const fullHeaders = { ...headers, 'content-type': 'application/json', 'content-length': length }
  return { body, etag, headers, fullHeaders }
}, 2000)

/** The stored bytes of a job, with the validator that lets a poller pay for news only (RFC 9110, section 13). */
export function jobResponse(
  job: string,
  stored: string | undefined,
  ifNoneMatch: string | undefined,
): JobResponse {
  if (stored === undefined) throw noSuchJob(job)
  const { body, etag, headers, fullHeaders } = describeView(stored)
  return matches(ifNoneMatch, etag)
    ? { status: 304, headers, body: '' }
    : { status: 200, headers: fullHeaders, body }
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => weak(one.trim()) === weak(etag)))

const weak = (etag: string): string => etag.replace(/^W\//, '')
