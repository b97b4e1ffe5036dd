import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Origin } from '../../../domain/origin.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import type { RequestKey } from '../../../job-store/idempotency.ts'
import { isJobId } from '../../../job-store/job-record.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import type { CallerAccess } from '../../auth/caller-access.ts'
import { HttpError, quoted } from '../../shared/http-error.ts'
import { type IgnoredField, ignoredHeader } from '../../shared/ignored-fields.ts'
import { type Env, jsonBody } from '../../shared/json-body.ts'

export const ProjectParameters = z.object({
  projectId: z.string().describe('Id of the project, from `GET /v2/projects`.'),
})
export const JobParameters = ProjectParameters.extend({
  id: z.string().describe('Id of the job, from the create operation.'),
})

interface Caller {
  readonly key: KeyRecord
  readonly project: Project
  /** The origin of what the request asks for. */
  readonly origin: Origin
}

/** Who asks, and for which project. */
export async function authorize(access: CallerAccess, c: Context<Env>): Promise<Caller> {
  const { incoming } = c.env
  const { key, project } = await access.authorize(incoming, c.req.param('projectId') ?? '')
  return { key, project, origin: originOf(access, incoming, key) }
}

/** The origin of what a request with this key asks for. */
export const originOf = (
  access: CallerAccess,
  request: IncomingMessage,
  { id, name }: KeyRecord,
): Origin => ({ kind: 'key', id, name, address: access.address(request) })

/**
 * Who asks, for which project, and with what body. A body may take minutes to arrive, and a key may end meanwhile, so
 * the key is checked again after a body that had not arrived with the request.
 */
export async function authorizeWithBody<T>(
  access: CallerAccess,
  c: Context<Env>,
  schema: z.ZodType<T>,
): Promise<Caller & SentBody<T>> {
  const { incoming } = c.env
  const caller = await authorize(access, c)
  // A body that came in one packet with the headers is complete after this turn of the event loop.
  await nextTurn()
  const hadArrived = incoming.complete
  const body = await readJson(c, schema)
  return { ...(hadArrived ? caller : await authorize(access, c)), ...body }
}

interface SentBody<T> {
  readonly value: T
  readonly text: string
  readonly ignored: readonly IgnoredField[]
}

/** A JSON body. Fields that it has and the schema does not know are ignored, and the response says so. */
export async function readJson<T>(
  c: Context<Env>,
  schema: z.ZodType<T>,
  limit?: number,
): Promise<SentBody<T>> {
  const { incoming, outgoing } = c.env
  const body = await jsonBody(incoming, schema, limit)
  if (body.ignored.length > 0) outgoing.setHeader('Prentice-Ignored-Fields', ignoredHeader(body.ignored))
  return body
}

/** An id of the wrong form is one that does not exist. */
export const jobKeyOf = (c: Context<Env>, project: Project): JobKey =>
  jobKeyIn(project, c.req.param('id') ?? '')

export function jobKeyIn(project: Pick<Project, 'id'>, job: string): JobKey {
  if (!isJobId(job)) throw noSuchJob(job)
  return { project: project.id, job }
}

export const noSuchJob = (id: string): HttpError =>
  new HttpError(404, `there is no job ${quoted(id)} in this project; GET …/jobs lists its jobs`)

export const IdempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'For 24 hours, a request with the same key and the same body returns the first response again.',
    ),
})

/** `null`: the request has no such header. */
export function idempotencyKeyOf(
  c: Context<Env>,
  key: KeyRecord,
  project: Pick<Project, 'id'>,
  body: string,
): RequestKey | null {
  const { incoming } = c.env
  // Node builds `headersDistinct` of all headers, and most requests have no such header.
  if (incoming.headers['idempotency-key'] === undefined) return null
  const [given, another] = incoming.headersDistinct['idempotency-key'] ?? []
  if (given === undefined) return null
  if (another !== undefined)
    throw new HttpError(400, 'the request has more than one header Idempotency-Key; send one')
  if (given === '' || given.length > 255) {
    throw new HttpError(400, 'the header Idempotency-Key must have 1 to 255 characters')
  }
  const operation = `${c.req.method} ${c.req.path}`
  return { key: given, owner: key.id, project: project.id, operation, body }
}
