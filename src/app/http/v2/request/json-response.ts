import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Env } from '../../shared/json-body.ts'

/**
 * JSON that is the caller's own business: no shared cache may keep it, and a private one must ask. Sent straight away:
 * a `Response` would turn the text into a stream and read it back, which costs as much as all of Hono's routing.
 */
export function jsonResponse(
  c: Context<Env>,
  status: 200 | 201,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { outgoing } = c.env
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'private, no-cache',
    ...headers,
  })
  outgoing.end(c.req.method === 'HEAD' ? undefined : body)
  return RESPONSE_ALREADY_SENT
}
