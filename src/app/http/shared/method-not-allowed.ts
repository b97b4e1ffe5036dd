import type { Context } from 'hono'
import { HttpError } from './http-error.ts'
import type { Env } from './json-body.ts'

/** A known path with another method: RFC 9110, section 15.5.6. */
export const methodNotAllowed =
  (allow: string) =>
  (c: Context<Env>): never => {
    throw new HttpError(405, `${c.req.method} is not allowed here; use ${allow}`, { allow })
  }
