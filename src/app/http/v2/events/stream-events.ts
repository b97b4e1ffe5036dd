import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { type EventId, type JobKey, parseEventId } from '../../../domain/run-id.ts'
import { type Progress, progressAfter, readProgress } from '../../../job-store/read-progress.ts'
import { memberOfKey } from '../../../keys/key-record.ts'
import type { TimedStore } from '../../../store/store.ts'
import { HttpError, quoted } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'
import { API_KEY, describeRefusals, describeResponse } from '../operation/describe-response.ts'
import { EXAMPLE_STREAM } from '../operation/examples.ts'
import type { Operation, V2Deps } from '../operation/operation.ts'
import { readQuery } from '../operation/page-query.ts'
import { authorize, JobParameters, jobKeyOf, noSuchJob } from '../operation/request-caller.ts'
import { API_FRAMES, startJobStream } from './job-stream.ts'
import { type OpenStreams, STREAM_HEADERS } from './open-streams.ts'

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

export const streamEventsRoute = (deps: V2Deps & { readonly streams: OpenStreams }): Operation => ({
  route: createRoute({
    operationId: 'streamEvents',
    method: 'get',
    path: '/v2/agent/{projectId}/job/{id}/events',
    summary: 'Watch a job',
    description:
      'Streams server-sent events. A `job` event holds the job; it is sent at the start, at each change and at the end. `stage`, `tool`, `step`, `note`, `plan`, `message`, `retry` and `fallback` events report what the agent does; each has an id, and the data that `JobEvent` describes. Past events are sent first. The stream ends when the job has ended. After a `job` event whose status is not `active`, do not reconnect: close an `EventSource`, which would.',
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
    const first = await firstProgress(deps, key, lastEvent(c))
    if (c.req.method === 'HEAD') return c.body(null, 200, STREAM_HEADERS)
    return deps.streams.open(
      c,
      { account: apiKey.accountId, member: memberOfKey(apiKey) },
      (response, share) =>
        startJobStream(deps, {
          key,
          response,
          first,
          share,
          format: API_FRAMES,
          mayWatch: () => mayWatch(deps, c),
        }),
    )
  },
})

interface LastEvent {
  readonly id: EventId
  /** As the caller sent it. */
  readonly given: string
  /** The header or parameter that it was in. */
  readonly name: string
}

function lastEvent(c: Context<Env>): LastEvent | null {
  const query = readQuery(c, Query)
  const header = c.req.header('last-event-id')
  const given = header || query.lastEventId
  if (!given) return null
  const name = header ? 'Last-Event-ID' : '`lastEventId`'
  const id = parseEventId(given)
  if (id !== null) return { id, given, name }
  throw new HttpError(400, `${name} ${quoted(given)} is not the id of an event; it looks like 1-42`)
}

async function firstProgress(deps: TimedStore, key: JobKey, after: LastEvent | null): Promise<Progress> {
  if (after === null) {
    const start = await readProgress(deps.store, key, '')
    if (start === null) throw noSuchJob(key.job)
    return start
  }
  const found = await progressAfter(deps.store, key, after.id)
  if (found === null) throw noSuchJob(key.job)
  const event = `the event ${quoted(after.given)}`
  const next = `open the stream without ${after.name}`
  if (found === 'gone') throw new HttpError(410, `${event} was deleted; ${next}`)
  if (found === 'unknown') throw new HttpError(400, `this job never had ${event}; ${next}`)
  return found
}

/** A key may be revoked, and a project be transferred, while its job is watched. */
async function mayWatch(deps: V2Deps, c: Context<Env>): Promise<boolean> {
  try {
    await authorize(deps.access, c)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}
