import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { type EventId, parseEventId } from '../../../domain/event-id.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { Metrics } from '../../../metrics/metrics-port.ts'
import type { Progress } from '../../../records/read-progress.ts'
import type { CallerAccess } from '../../auth/caller-access.ts'
import { createHeldBytes } from '../../shared/held-bytes.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'
import { quoted } from '../../shared/quoted.ts'
import { API_KEY, describeRefusals, describeResponse } from '../openapi/describe-response.ts'
import { EXAMPLE_STREAM } from '../openapi/examples.ts'
import type { Operation } from '../openapi/operation.ts'
import { noSuchJob } from '../request/job-response.ts'
import { readQuery } from '../request/page-query.ts'
import { authorize, JobParameters, jobKeyOf } from '../request/request-caller.ts'
import { type JobStream, type JobStreamDeps, startJobStream } from './job-stream.ts'

export interface StreamEventsDeps extends JobStreamDeps {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'progress' | 'progressAfter'>
  /** Aborted once the server takes no more work. */
  readonly draining: AbortSignal
  /** `null`: nothing is measured. */
  readonly metrics: Metrics | null
}

export const MAX_STREAMS = 3_000
/** So that one account cannot occupy all streams. */
export const MAX_PER_ACCOUNT = 1_000

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would collect the events until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with the stream, and so does not hold up a server that drains.
  connection: 'close',
}

const Query = z.object({
  lastEventId: z
    .string()
    .optional()
    .describe(
      'Continue after this event, `<run>-<seq>`: for clients that cannot set headers. An `EventSource` keeps the parameter when it reconnects and sends the newer id as `Last-Event-ID`, so that header takes precedence.',
    ),
})
const Headers = z.object({
  'Last-Event-ID': z.string().optional().describe('Continue after this event, `<run>-<seq>`.'),
})

export const streamEventsRoute = (deps: StreamEventsDeps): Operation => {
  /** With the account whose key opened it. */
  const open = new Map<JobStream, number>()
  const held = createHeldBytes()
  deps.draining.addEventListener('abort', () => {
    // Apart, so that they do not all come back at the same moment.
    for (const [i, stream] of [...open.keys()].entries()) stream.end(1_000 + (i % 50) * 100)
  })

  return {
    route: createRoute({
      operationId: 'streamEvents',
      method: 'get',
      path: '/v2/agent/{projectId}/job/{id}/events',
      summary: 'Watch a job',
      description:
        'Streams server-sent events. A `job` event holds the job; it is sent at the start, at each change and at the end. `stage`, `tool`, `step`, `note` and `message` events report what the agent does; each has an id, and the data that `JobEvent` describes. Past events are sent first. The stream ends when the job has ended. After a `job` event whose status is not `active`, do not reconnect: close an `EventSource`, which would.',
      tags: ['Runs'],
      security: API_KEY,
      request: { params: JobParameters, query: Query, headers: Headers },
      responses: {
        200: describeResponse({
          description: 'The events.',
          contentType: 'text/event-stream',
          parts: ['AgentJob', 'JobEvent'],
          example: EXAMPLE_STREAM,
        }),
        ...describeRefusals([400, 401, 403, 404, 410, 503], {
          503: 'The store is unavailable, or too many clients watch jobs.',
        }),
      },
    }),

    async handle(c) {
      const { project, key: apiKey } = await authorize(deps.access, c)
      const key = jobKeyOf(c, project)
      const first = await firstProgress(deps, key, lastEventId(c))
      if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS)
      if (deps.draining.aborted) throw busy('the server is about to stop', 1)
      mustHaveRoom([...open.values()], apiKey.accountId)

      const { outgoing } = c.env
      if (!('setHeader' in outgoing)) throw new Error('streams need HTTP/1.1')
      outgoing.writeHead(200, HEADERS)
      const stream = startJobStream(
        deps,
        key,
        outgoing,
        first,
        () => mayWatch(deps, c),
        held.shareOf(apiKey.accountId),
      )
      open.set(stream, apiKey.accountId)
      deps.metrics?.streams(open.size)
      outgoing.once('close', () => {
        open.delete(stream)
        deps.metrics?.streams(open.size)
      })
      return RESPONSE_ALREADY_SENT
    },
  }
}

function mustHaveRoom(accounts: readonly number[], account: number): void {
  const own = accounts.filter((one) => one === account).length
  if (own >= MAX_PER_ACCOUNT) throw busy(`${own} watchers of this account are connected already`, 10)
  if (accounts.length >= MAX_STREAMS) throw busy(`${accounts.length} watchers are connected already`, 10)
}

const busy = (why: string, seconds: number): HttpError =>
  new HttpError(503, `${why}; try again in a few seconds, or poll the job`, {
    'retry-after': String(seconds),
  })

function lastEventId(c: Context<Env>): EventId | null {
  const query = readQuery(c, Query)
  const header = c.req.header('last-event-id')
  const given = header || query.lastEventId
  if (!given) return null
  const id = parseEventId(given)
  if (id !== null) return id
  const name = header ? 'Last-Event-ID' : '`lastEventId`'
  throw new HttpError(400, `${name} ${quoted(given)} is not the id of an event; it looks like 1-42`)
}

async function firstProgress(deps: StreamEventsDeps, key: JobKey, after: EventId | null): Promise<Progress> {
  const found = after === null ? await deps.jobs.progress(key, '') : await deps.jobs.progressAfter(key, after)
  if (found === null) throw noSuchJob(key.job)
  if (found === 'gone')
    throw new HttpError(410, 'this event was deleted; open the stream without Last-Event-ID')
  if (found === 'unknown')
    throw new HttpError(400, 'this job never had this event; open the stream without Last-Event-ID')
  return found
}

/** A key may be revoked, and a project be transferred, while its job is watched. */
async function mayWatch(deps: StreamEventsDeps, c: Context<Env>): Promise<boolean> {
  try {
    await authorize(deps.access, c)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}
