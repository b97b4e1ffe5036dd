import type { Context } from 'hono'
import { readBody } from '../../shared/read-body.ts'
import { FRAME_WORDS } from '../words/frame-words.ts'
import { PageError } from './page-error.ts'
import { type DashboardEnv, viewOf } from './view.ts'

/** The longest prompt is 500,000 characters, each of which may take 9 when it is percent-encoded. */
const LIMIT = 5 * 1024 * 1024

/** The fields of a posted form. */
export async function readForm(c: Context<DashboardEnv>, limit = LIMIT): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/x-www-form-urlencoded')
    throw new PageError(415, viewOf(c).say(FRAME_WORDS).wrongForm)
  return new URLSearchParams((await readBody(c.env.incoming, limit)).toString('utf8'))
}
