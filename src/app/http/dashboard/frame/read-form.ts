import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { PROMPT_LIMIT } from '../../../../contract/job.ts'
import { type BodyShare, readBody } from '../../shared/read-body.ts'
import { number } from './formats.ts'
import { PageError, UNREADABLE_FORM } from './page-error.ts'
import { type FieldLimit, type FormLimits, largestForm, type ParsedForm, parseForm } from './parse-form.ts'
import { type DashboardEnv, viewOf } from './view.ts'

/** The longest prompt is 500,000 characters, each of which may take 9 bytes when it is percent-encoded. */
const LARGEST = 5 * 1024 * 1024
/** A shorter form is parsed whatever its fields may hold: the refusal then names the field. */
const SMALL = 64 * 1024
/** A longer form is parsed in a later turn of the event loop than it arrived in. */
const LONG = 256 * 1024

/** Of a prompt, where each character may be two UTF-16 units. */
export const PROMPT_FIELD: FieldLimit = { length: 2 * PROMPT_LIMIT }
/** What recognizes a form that is sent twice. */
export const REPEATABLE: FormLimits = { 'idempotency-key': { length: 64 } }

/**
 * The fields of a posted form, as `limits` says: what is longer, or occurs more often, is refused before anything is looked
 * up or drawn.
 */
export async function readForm(c: Context<DashboardEnv>, limits: FormLimits): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/x-www-form-urlencoded')
    throw new PageError(415, UNREADABLE_FORM)
  const form = formIn(
    c,
    await parse(c, { limits, most: Math.min(LARGEST, Math.max(SMALL, largestForm(limits))) }),
  )
  c.set('form', form)
  return form
}

/** Whatever was posted, to be sent again: at most `most` bytes. `share`: what they may take of a budget. */
export async function readAnyForm(
  c: Context<DashboardEnv>,
  { most = LARGEST, share }: { readonly most?: number | undefined; readonly share?: BodyShare | undefined },
): Promise<URLSearchParams> {
  return c.get('form') ?? formIn(c, await parse(c, { limits: null, most, share }))
}

async function parse(
  c: Context<DashboardEnv>,
  {
    limits,
    most,
    share,
  }: {
    readonly limits: FormLimits | null
    readonly most: number
    readonly share?: BodyShare | undefined
  },
): Promise<ParsedForm> {
  const body = await readBody(c.env.incoming, most, share)
  if (body.length > LONG) await nextTurn()
  return parseForm(body, limits)
}

function formIn(c: Context<DashboardEnv>, parsed: ParsedForm): URLSearchParams {
  const view = viewOf(c)
  switch (parsed.kind) {
    case 'form':
      return parsed.form
    case 'too-many-fields':
      throw new PageError(
        413,
        'The form has more text, or more fields, than the server accepts. Shorten it, then send it again.',
      )
    case 'too-long':
      throw new PageError(
        413,
        `The field ${parsed.field} may have at most ${number(view, parsed.most)} characters. Shorten it, then send the form again.`,
      )
    case 'too-often':
      throw new PageError(
        413,
        `The form may have the field ${parsed.field} at most ${number(view, parsed.most)} times. Choose fewer, then send it again.`,
      )
  }
}
