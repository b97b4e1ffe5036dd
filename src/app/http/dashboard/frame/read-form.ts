import type { Context } from 'hono'
import { HttpError } from '../../shared/http-error.ts'
import { readBody } from '../../shared/read-body.ts'
import type { DashboardEnv } from './view.ts'

/** The longest prompt is 500,000 characters, each of which may take 9 when it is percent-encoded. */
const LIMIT = 5 * 1024 * 1024

/** The fields of a posted form. */
export async function readForm(c: Context<DashboardEnv>, limit = LIMIT): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/x-www-form-urlencoded')
    throw new HttpError(415, 'send the form as application/x-www-form-urlencoded')
  return new URLSearchParams((await readBody(c.env.incoming, limit)).toString('utf8'))
}
