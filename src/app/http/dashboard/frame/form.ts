import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { PROMPT_LIMIT } from '../../../../contract/job.ts'
import type { RequestKey } from '../../../job-store/idempotency.ts'
import { type BodyShare, readBody } from '../../shared/read-body.ts'
import { number } from './formats.ts'
import { type Html, html } from './html.ts'
import { PageError, UNREADABLE_FORM } from './respond.ts'
import { type DashboardEnv, signedInView, viewOf } from './view.ts'

/** What a field of a form may hold, in UTF-16 units as for `maxlength`, where a line end is one, and how often it may occur. */
export interface FieldLimit {
  readonly length: number
  readonly times?: number
}

/** The fields of a form. Others are ignored. */
export type FormLimits = Readonly<Record<string, FieldLimit>>

/** Of a prompt, where each character may be two UTF-16 units. */
export const PROMPT_FIELD: FieldLimit = { length: 2 * PROMPT_LIMIT }

/** The longest prompt is 500,000 characters, each of which may take 9 bytes when it is percent-encoded. */
const LARGEST = 5 * 1024 * 1024
/** A shorter form is parsed whatever its fields may hold: the refusal then names the field. */
const SMALL = 64 * 1024
/** A longer form arrives, is parsed, and does its work in turns of the event loop of their own. */
const LONG = 256 * 1024

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
  const otherWork = async (): Promise<void> => (body.length > LONG ? nextTurn() : undefined)
  await otherWork()
  const parsed = await parseForm(body, limits)
  await otherWork()
  return parsed
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

/** The field that recognizes a form that is sent twice, which does its work once. */
export const REPEATABLE: FormLimits = { 'idempotency-key': { length: 64 } }

export const idempotency = (): Html =>
  html`<input type="hidden" name="idempotency-key" value="${crypto.randomUUID()}">`

/** What recognizes the form. `about`: what it does. `fields`: the ones that belong to it, if not all. */
export function formKey(
  c: Context<DashboardEnv>,
  form: URLSearchParams,
  project: string,
  about: string,
  fields: URLSearchParams = form,
): RequestKey {
  const key = form.get('idempotency-key') ?? ''
  if (!/^[\w-]{16,64}$/.test(key)) throw new PageError(400, UNREADABLE_FORM)
  const { id } = signedInView(c).viewer.session.record.person
  // Neither percent-encoded nor JSON: a long prompt would take up to forty times as long.
  const body = [...fields]
    .filter(([name]) => name !== 'idempotency-key')
    .map(([name, value]) => `${name.length} ${name} ${value.length} ${value}`)
    .join('\n')
  return { key, owner: `person ${id}`, project, operation: `${c.req.method} ${about}`, body }
}

/** More than any form has. */
export const MOST_FIELDS = 5_000

/** Other work has a turn of the event loop after so many bytes. */
const PIECE = 256 * 1024

/** A UTF-16 unit takes at most so many bytes: three of UTF-8, each percent-encoded. A line end, CRLF, takes six. */
const BYTES_OF_UNIT = 9

export type ParsedForm =
  | { readonly kind: 'form'; readonly form: URLSearchParams }
  | { readonly kind: 'too-many-fields' }
  | { readonly kind: 'too-long' | 'too-often'; readonly field: string; readonly most: number }

/** Bytes of the largest form with these fields. */
export const largestForm = (limits: FormLimits): number =>
  Object.entries(limits).reduce(
    (sum, [name, { length, times = 1 }]) => sum + times * (name.length + 2 + length * BYTES_OF_UNIT),
    0,
  )

const [AND, EQUALS, PLUS, PERCENT, SPACE, CR, LF] = [0x26, 0x3d, 0x2b, 0x25, 0x20, 0x0d, 0x0a]

/**
 * The fields of a form, each within its limit before it is decoded; without `limits`, whatever it holds. URLSearchParams
 * would take two minutes for 5 MiB of fields without a value, because its time grows with the square of their number.
 * Browsers send a line end as CRLF: in a value it is LF. Changes the bytes.
 */
export async function parseForm(body: Buffer, limits: FormLimits | null): Promise<ParsedForm> {
  const pairs: [string, string][] = []
  const counts = new Map<string, number>()
  const pause = everyPiece()
  let fields = 0
  for (let start = 0; start < body.length; ) {
    if (++fields > MOST_FIELDS) return { kind: 'too-many-fields' }
    const and = body.indexOf(AND, start)
    const end = and < 0 ? body.length : and
    const field = body.subarray(start, end)
    start = end + 1
    await pause(field.length)
    if (field.length === 0) continue
    const at = field.indexOf(EQUALS)
    const [nameBytes, valueBytes] =
      at < 0 ? [field, field.subarray(field.length)] : [field.subarray(0, at), field.subarray(at + 1)]
    if (limits !== null && nameBytes.length > LONGEST_NAME) continue
    const name = await decoded(nameBytes, pause)
    const limit = limits === null ? null : Object.hasOwn(limits, name) ? limits[name] : undefined
    if (limit === undefined) continue
    if (limit !== null) {
      const { length, times = 1 } = limit
      const count = (counts.get(name) ?? 0) + 1
      if (count > times) return { kind: 'too-often', field: name, most: times }
      counts.set(name, count)
      if (valueBytes.length > length * BYTES_OF_UNIT) return { kind: 'too-long', field: name, most: length }
    }
    const value = await decoded(valueBytes, pause)
    if (limit !== null && value.length > limit.length)
      return { kind: 'too-long', field: name, most: limit.length }
    pairs.push([name, value])
  }
  return { kind: 'form', form: new URLSearchParams(pairs) }
}

/** Bytes of a name. Ours are shorter, also percent-encoded. */
const LONGEST_NAME = 200

/** Lets other work have a turn whenever `PIECE` bytes more have been read. */
function everyPiece(): (bytes: number) => Promise<void> | undefined {
  let read = 0
  return (bytes) => {
    read += bytes
    if (read <= PIECE) return undefined
    read = 0
    return nextTurn()
  }
}

/** https://url.spec.whatwg.org/#urlencoded-parsing */
async function decoded(bytes: Buffer, pause: ReturnType<typeof everyPiece>): Promise<string> {
  let length = 0
  for (let from = 0; from < bytes.length; ) {
    const until = Math.min(from + PIECE, bytes.length)
    let at = from
    for (; at < until; at++) {
      const byte = bytes[at] ?? 0
      const [high, low] = byte === PERCENT ? [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])] : [-1, -1]
      const isEncoded = high >= 0 && low >= 0
      const read = isEncoded ? high * 16 + low : byte === PLUS ? SPACE : byte
      // Here, because `replaceAll` takes a tenth of a second for 800,000 line ends, in one turn.
      if (read === LF && length > 0 && bytes[length - 1] === CR) length -= 1
      bytes[length++] = read
      if (isEncoded) at += 2
    }
    from = at
    if (from < bytes.length) await pause(PIECE + 1)
  }
  return bytes.toString('utf8', 0, length)
}

/** -1: no hexadecimal digit. */
function hexDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
