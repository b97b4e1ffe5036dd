import type { Context } from 'hono'
import { z } from 'zod'
import { type KeyRecord, memberOfKey } from '../../../keys/key-record.ts'
import type { Manager } from '../../../outgoing/endpoints/managed-webhooks.ts'
import type { CallerAccess } from '../../auth/caller-access.ts'
import { HttpError, quoted } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'
import { API_KEY } from '../operation/describe-response.ts'

/** Of a webhook. */
export const BODY_LIMIT = 64 * 1024

/** What the descriptions of all operations have in common. */
export const OF_WEBHOOKS = { method: 'post' as const, tags: ['Webhooks'], security: API_KEY }

export const WebhookParameters = z.object({ webhookId: z.string().describe('Id of the webhook.') })
export const UNKNOWN = 'The webhook does not exist, or covers more than the API key.'

/** Who manages webhooks: all operations need the scope `admin`. */
export async function managerOf(
  access: CallerAccess,
  c: Context<Env>,
): Promise<Manager & { readonly key: KeyRecord }> {
  const key = await access.authenticate(c.env.incoming, 'admin')
  const address = access.address(c.env.incoming)
  const { id, name, accountId, projectIds } = key
  const by = { kind: 'key', id, name, via: 'api', address } as const
  return { key, accountId, projectIds, keyId: id, by, member: memberOfKey(key) }
}

export const webhookIdOf = (c: Context<Env>): string => c.req.param('webhookId') ?? ''

/** Throws 404 for `null`. */
export function found<T>(c: Context<Env>, value: T | null): T {
  if (value !== null) return value
  throw new HttpError(404, `there is no webhook ${quoted(webhookIdOf(c))}; GET /v2/webhooks lists them`)
}
