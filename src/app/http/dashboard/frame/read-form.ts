import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import type { BodyShare } from '../../shared/body-budget.ts'
import { readBody } from '../../shared/read-body.ts'
import { FRAME_WORDS } from '../words/frame-words.ts'
import { PageError } from './page-error.ts'
import { parseForm } from './parse-form.ts'
import { type DashboardEnv, viewOf } from './view.ts'

/** The longest prompt is 500,000 characters, each of which may take 9 when it is percent-encoded. */
const LIMIT = 5 * 1024 * 1024
/** A longer form is parsed in a later turn of the event loop than it arrived in. */
const LONG = 256 * 1024

/** The fields of a posted form, also for a second reader. `share`: what they may take of a budget. */
export async function readForm(c: Context<DashboardEnv>, share?: BodyShare): Promise<URLSearchParams> {
  const known = c.get('form')
  if (known !== undefined) return known
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/x-www-form-urlencoded')
    throw new PageError(415, viewOf(c).say(FRAME_WORDS).wrongForm)
  const body = await readBody(c.env.incoming, LIMIT, share)
  if (body.length > LONG) await nextTurn()
  const form = await parseForm(body)
  if (form === null) throw new PageError(413, viewOf(c).say(FRAME_WORDS).text413)
  c.set('form', form)
  return form
}
