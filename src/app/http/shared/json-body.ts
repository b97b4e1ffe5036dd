import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { z } from 'zod'
import { whyNoBranchName } from '../../../contract/branch-name.ts'
import type { CreateJobBody } from '../../../contract/job.ts'
import { groupDigits } from '../../../contract/text.ts'
import { HttpError, quoted } from './http-error.ts'
import { findIgnored, type IgnoredField } from './ignored-fields.ts'
import { readBody } from './read-body.ts'

/** 4 MiB: the longest prompt fits, also with each character escaped, unless those are outside of the BMP. */
export const BODY_LIMIT = 4 * 1024 * 1024

/** Parsing takes time for each value: 4 MiB of nested lists or of names would stop the event loop for two seconds. */
export const MAX_VALUES = 20_000
/** A shorter body cannot hold many. */
const FEW = 16 * 1024
/** A longer body is decoded, parsed, checked and stored in a turn of the event loop each. */
const LONG = 64 * 1024

const UTF8 = new TextDecoder('utf-8', { fatal: true })

export type Env = { Bindings: HttpBindings }

/**
 * A JSON body as its schema says, its text, and the fields that the schema ignores. 413, 415, 400; the 400 names the first
 * field that is wrong.
 */
export async function jsonBody<T>(
  request: IncomingMessage,
  schema: z.ZodType<T>,
  limit = BODY_LIMIT,
): Promise<{ value: T; text: string; ignored: IgnoredField[] }> {
  const { headers } = request
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined && hasNoBody(request)) throw emptyBody()
  if (type !== 'application/json') {
    throw new HttpError(415, 'send the body as JSON with the header `Content-Type: application/json`')
  }
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding !== 'identity') {
    throw new HttpError(415, 'send the body as it is, without `Content-Encoding`', {
      'accept-encoding': 'identity',
    })
  }
  const text = decode(await readBody(request, limit))
  if (text.trim() === '') throw emptyBody()
  if (text.length > FEW && hasMoreValues(text, MAX_VALUES))
    throw new HttpError(400, `the body holds more than ${groupDigits(MAX_VALUES)} values`)
  const otherWork = async (): Promise<void> => (text.length > LONG ? nextTurn() : undefined)
  await otherWork()
  const sent = parseJson(text)
  await otherWork()
  const checked = checkFields(sent, schema)
  await otherWork()
  return { ...checked, text }
}

/** The body as its schema parses it, and the fields that the schema ignores. The 400 names the first field that is wrong. */
export function checkFields<T>(sent: unknown, schema: z.ZodType<T>): { value: T; ignored: IgnoredField[] } {
  const parsed = schema.safeParse(withoutNulls(sent, schema))
  const ignored = findIgnored(sent, schema)
  if (parsed.success) return { value: parsed.data, ignored }
  const issue = parsed.error.issues[0]
  const field = truncated(issue?.path.join('.') ?? '')
  const what = truncated(issue?.message ?? 'is not valid')
  const meant = ignored.find(({ use }) => use === field)
  const instead = meant === undefined ? '' : `; the field \`${meant.name}\` is ignored`
  throw new HttpError(400, field === '' ? `the body ${what}` : `\`${field}\` ${what}${instead}`)
}

/** Many clients send `null` for what their caller left out: then it counts as left out where it means nothing else. */
function withoutNulls(sent: unknown, schema: z.ZodType): unknown {
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return sent
  const left = Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
    Reflect.get(sent, name) === null && field.isOptional() && !field.isNullable() ? [name] : [],
  )
  return left.length === 0
    ? sent
    : Object.fromEntries(Object.entries(sent).filter(([name]) => !left.includes(name)))
}

/** A name may be as long as the body. */
const truncated = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text

const emptyBody = (): HttpError => new HttpError(400, 'the body is empty; send a JSON object')

const hasNoBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined

/** Refuses invalid UTF-8: replacement characters would change the prompt. */
function decode(body: Buffer): string {
  try {
    return UTF8.decode(body)
  } catch {
    throw new HttpError(400, 'the body is not valid JSON: it must be UTF-8')
  }
}

/** UTF-8 has no halves of surrogate pairs, but JSON can escape one. */
const SURROGATE = /\\u[dD][89a-fA-F]/

/**
 * Replaces them in all texts: a caller that cuts a text may send one half, and strict parsers would refuse every list that
 * holds it. A reviver of `JSON.parse` takes three times as long.
 */
function replaceHalves(parsed: unknown): unknown {
  const root = { parsed }
  const left: object[] = [root]
  for (let holder = left.pop(); holder !== undefined; holder = left.pop())
    for (const [name, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) left.push(value)
      else if (typeof value === 'string' && !value.isWellFormed())
        Reflect.set(holder, name, value.toWellFormed())
    }
  return root.parsed
}

function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    return SURROGATE.test(text) ? replaceHalves(parsed) : parsed
  } catch (error) {
    throw new HttpError(400, `the body is not valid JSON${whereInvalid(error)}`)
  }
}

/** From the words of `JSON.parse`, which can quote the body: they are not repeated. */
function whereInvalid(error: unknown): string {
  const said = error instanceof Error ? error.message : ''
  if (said.startsWith('Unexpected end')) return ': it ends too early'
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(said) ?? []
  if (line === undefined) return ''
  const place = `: line ${line}, column ${column}`
  // Shells insert a prompt of several lines into the body without escaping it.
  return said.startsWith('Bad control character')
    ? `${place}: write a line break in a text as \\n, a tab as \\t`
    : place
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((character) => character.charCodeAt(0))
const BEFORE_A_VALUE: ReadonlySet<number> = new Set([...'{[,'].map((character) => character.charCodeAt(0)))

/** Whether the lists and objects of a JSON text hold more values than `most`; an empty one counts as one. Pure. */
export function hasMoreValues(json: string, most: number): boolean {
  let values = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) isString = !isString
    else if (isString) at += code === BACKSLASH ? 1 : 0
    else if (BEFORE_A_VALUE.has(code) && ++values > most) return true
  }
  return false
}

/** Refuses a `ref` that no branch can have, before it costs a use or a call of GitHub. */
export function requireBranchName(ref: string | undefined): void {
  const why = ref === undefined ? null : whyNoBranchName(ref)
  if (why !== null)
    throw new HttpError(400, `\`ref\` ${quoted(ref ?? '')} is not a valid branch name: ${why}`)
}

/** Throws 400 for a review of the default branch. Whether the branch has an open pull request, the run finds out. */
export function requireRefOfReview({ mode, ref }: Pick<CreateJobBody, 'mode' | 'ref'>): void {
  if (mode !== 'review' || ref !== undefined) return
  throw new HttpError(
    400,
    '`ref` is missing: with `mode` `review`, name the branch of the open pull request; or send the message to the job that opened it',
  )
}

/** Throws 400 for a model that the action cannot call. `field`: where it stands in the body. */
export function requireModel(
  name: string | undefined,
  isModel: (name: string) => boolean,
  field = 'model',
): void {
  if (name === undefined || isModel(name)) return
  const example = 'anthropic/claude-sonnet-5-5'
  throw new HttpError(
    400,
    `\`${field}\` ${quoted(name)} is not one the action can call; write provider/model, for example ${example}`,
  )
}

/** Throws 400 for models that cannot continue in the place of `model`. */
export function requireFallbacks(
  {
    model,
    fallbackModels = [],
  }: { readonly model?: string | undefined; readonly fallbackModels?: readonly string[] | undefined },
  isModel: (name: string) => boolean,
): void {
  for (const [index, name] of fallbackModels.entries()) {
    const field = `fallbackModels.${index}`
    requireModel(name, isModel, field)
    if (name === model) throw new HttpError(400, `\`${field}\` is the \`model\` itself: name another one`)
  }
}
