import type { Context } from 'hono'
import { z } from 'zod'
import { type BatchManager, isBatchId } from '../../../batches/batch-requests.ts'
import type { Batches } from '../../../batches/batches.ts'
import { type KeyRecord, memberOfKey } from '../../../keys/key-record.ts'
import type { CallerAccess } from '../../auth/caller-access.ts'
import { HttpError, quoted } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'
import { API_KEY } from '../openapi/describe-response.ts'

export interface BatchRoutesDeps {
  readonly access: CallerAccess
  readonly batches: Batches
  readonly isModel: (name: string) => boolean
}

/** What the descriptions of all operations have in common. */
export const OF_BATCHES = { tags: ['Batches'], security: API_KEY }

export const BatchParameters = z.object({ batchId: z.string().describe('Id of the batch.') })
export const UNKNOWN = 'The batch does not exist, or covers more than the API key.'

/** An API key with the scope that the method needs. */
export async function managerOf(
  access: CallerAccess,
  c: Context<Env>,
): Promise<BatchManager & { readonly key: KeyRecord }> {
  const key = await access.authenticate(c.env.incoming)
  const address = access.address(c.env.incoming)
  const by = { kind: 'key', id: key.id, name: key.name, via: 'api', address } as const
  return { key, by, member: memberOfKey(key) }
}

/** An id of the wrong form is one that does not exist. */
export function batchIdOf(c: Context<Env>): string {
  const id = c.req.param('batchId') ?? ''
  if (!isBatchId(id)) throw noSuchBatch(id)
  return id
}

export const noSuchBatch = (id: string): HttpError =>
  new HttpError(404, `there is no batch ${quoted(id)}; GET /v2/batches lists them`)
