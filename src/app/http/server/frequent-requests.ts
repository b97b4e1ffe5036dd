import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JobKey } from '../../domain/run-id.ts'
import type { LogIds } from '../../log/create-log.ts'
import { keySpace } from '../../store/key-space.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { type Call, createCall } from '../shared/call.ts'
import { type CreateJobRouteDeps, createJobRoute } from '../v2/create-job.ts'
import { jobResponse } from '../v2/request/job-response.ts'
import { type SendMessageRouteDeps, sendMessageRoute } from '../v2/send-message.ts'

export type FrequentRequestsDeps = CreateJobRouteDeps & SendMessageRouteDeps

type Handle = (request: IncomingMessage, response: ServerResponse, ids: LogIds) => Promise<unknown>

export interface FrequentRequest {
  readonly handle: Handle
  /** The template of its route. */
  readonly route: string
}

/** Ids as ours are. A request with anything else in their places gets its response from Hono. */
const PATH = /^\/v2\/agent\/(prj_[0-9a-z]{1,20})\/job(?:\/(job_[0-9a-z]{26})(\/message)?)?(?:\?|$)/

/**
 * Finds the handlers of the most frequent requests: get, create and message. They are those that Hono calls, too, but
 * its router, its middleware and its objects cost as much as the rest of such a request. `null`: it is another request.
 */
export function createFrequentRequests(
  deps: FrequentRequestsDeps,
): (request: IncomingMessage) => FrequentRequest | null {
  const create = createJobRoute(deps).handle
  const message = sendMessageRoute(deps).handle

  const post = (operate: (call: Call) => Promise<unknown>, key: Partial<JobKey>): Handle => {
    return (request, response, ids) => {
      const [path = ''] = (request.url ?? '').split('?', 1)
      const params = { projectId: key.project ?? '', id: key.job ?? '' }
      const headers = { 'x-request-id': ids.requestId ?? '' }
      if (key.job !== undefined) ids.job = key.job
      return deps.logContext.within(ids, () => operate(createCall(request, response, path, params, headers)))
    }
  }

  return ({ method, url = '' }) => {
    const [, project, job, isMessage] = PATH.exec(url) ?? []
    if (project === undefined) return null
    if (method === 'POST') {
      if (job === undefined) return { handle: post(create, { project }), route: '/v2/agent/:projectId/job' }
      if (isMessage === undefined) return null
      return { handle: post(message, { project, job }), route: '/v2/agent/:projectId/job/:id/message' }
    }
    if (job === undefined || isMessage !== undefined || (method !== 'GET' && method !== 'HEAD')) return null
    const handle: Handle = (request, response, ids) =>
      getJob(deps.access, request, response, { project, job }, ids)
    return { handle, route: '/v2/agent/:projectId/job/:id' }
  }
}

/** API key, project and job in one read, and all headers in one call: each `setHeader` would cost as much as the read. */
async function getJob(
  access: CallerAccess,
  request: IncomingMessage,
  response: ServerResponse,
  key: JobKey,
  { requestId = '' }: LogIds,
): Promise<void> {
  const { values } = await access.authorize(request, key.project, [keySpace.view(key)])
  const { status, headers, body } = jobResponse(key.job, values[0], request.headers['if-none-match'])
  response
    .writeHead(status, { ...headers, 'x-request-id': requestId })
    .end(request.method === 'HEAD' ? undefined : body)
}
