import type { Context } from 'hono'
import { z } from 'zod'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import type { RequestKey } from '../../../records/idempotency.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'

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
