import type { Context } from 'hono'
import type { Env } from '../json-body.ts'

/** JSON that is the caller's own business: no shared cache may keep it, and a private one must ask. */
export const jsonAnswer = (
  c: Context<Env>,
  status: 200 | 201,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  c.body(body, status, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'private, no-cache',
    ...headers,
  })
