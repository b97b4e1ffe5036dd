import type { Context } from 'hono'
import { z } from 'zod'
import { HttpError, quoted } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'

/** Of operations without query parameters. */
const NoQuery = z.object({})

const NOT_A_CURSOR = 'was not returned by this operation; send `nextCursor` of the page before, or none'

export const CursorQuery = z.object({
  cursor: z
    .string()
    .max(500, { error: NOT_A_CURSOR })
    .optional()
    .describe('`nextCursor` of the previous page.'),
})

/** A cursor is a place in the store's order, made opaque. */
export const writeCursor = (place: string): string => Buffer.from(place).toString('base64url')

export function readCursor(cursor: string | undefined, form: RegExp): string | null {
  // Generated clients send an empty one with the first request.
  if (cursor === undefined || cursor === '') return null
  const place = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!form.test(place)) throw new HttpError(400, `\`cursor\` ${NOT_A_CURSOR}`)
  return place
}

/**
 * The query parameters of a request, each at most once, as the schema says; the 400 names the first that is wrong. An
 * unknown one is refused: a misspelled filter would otherwise return everything. Create, get and message do not call
 * this: their interface names no parameters and no error for them, so they ignore all.
 * A parameter with named parts is an object: `metadata[team]=docs` (OpenAPI's style deepObject).
 */
export function readQuery<T>(c: Context<Env>, schema: z.ZodObject & z.ZodType<T>): T {
  // Not `c.req.queries()`, whose object loses `__proto__`.
  const given = [...new URL(c.req.url).searchParams]
  const unknown = given.find(([name]) => !Object.hasOwn(schema.shape, parameterOf(schema, name).parameter))
  if (unknown !== undefined) throw unknownParameter(unknown[0], Object.keys(schema.shape))
  const twice = given.find(([name], i) => given.findIndex(([other]) => other === name) < i)
  if (twice !== undefined) throw new HttpError(400, `\`${twice[0]}\` is given more than once; send it once`)
  const bare = given.find(([name]) => isObject(schema, name))
  if (bare !== undefined)
    throw new HttpError(400, `\`${bare[0]}\` needs a name: write \`${bare[0]}[name]=text\``)
  const parsed = schema.safeParse(nest(schema, given))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new HttpError(400, `\`${issue?.path.join('.')}\` ${issue?.message ?? 'is not valid'}`)
}

/** The parameter that a name belongs to, and the name within it, if the parameter is an object. */
function parameterOf(
  schema: z.ZodObject,
  name: string,
): { readonly parameter: string; readonly part?: string } {
  const [, parameter, part] = /^(\w+)\[(.*)\]$/s.exec(name) ?? []
  // A record of the schema would drop `__proto__`, and a filter that is dropped returns everything.
  return parameter !== undefined && part !== undefined && part !== '__proto__' && isObject(schema, parameter)
    ? { parameter, part }
    : { parameter: name }
}

function isObject(schema: z.ZodObject, parameter: string): boolean {
  if (!Object.hasOwn(schema.shape, parameter)) return false
  const declared = schema.shape[parameter]
  return (declared instanceof z.ZodOptional ? declared.unwrap() : declared) instanceof z.ZodRecord
}

function nest(schema: z.ZodObject, given: readonly (readonly [string, string])[]): Record<string, unknown> {
  const named = given.map(([name, value]) => ({ ...parameterOf(schema, name), value }))
  const values = [...Map.groupBy(named, ({ parameter }) => parameter)].map(([parameter, parts]) => {
    const pairs = parts.flatMap(({ part, value }) => (part === undefined ? [] : [[part, value] as const]))
    return [parameter, pairs.length === 0 ? parts[0]?.value : Object.fromEntries(pairs)] as const
  })
  return Object.fromEntries(values)
}

export const refuseQuery = (c: Context<Env>): void => void readQuery(c, NoQuery)

function unknownParameter(name: string, known: readonly string[]): HttpError {
  const takes = known.length === 0 ? 'none' : known.map((one) => `\`${one}\``).join(', ')
  return new HttpError(400, `this operation has no query parameter ${quoted(name)}; it takes ${takes}`)
}

/**
 * The next page (RFC 8288). Relative, since the public address is not the one that the request names; and only what the
 * operation knows of the query, so that the header is not as long as the caller likes.
 */
export function linkHeader(
  query: Readonly<Record<string, string | number | Readonly<Record<string, string>> | undefined>>,
  nextCursor: string | null,
): Record<string, string> {
  if (nextCursor === null) return {}
  const given = Object.entries({ ...query, cursor: nextCursor })
  const known = given.flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (typeof value !== 'object') return [[name, String(value)]]
    return Object.entries<string>(value).map(([key, text]) => [`${name}[${key}]`, text])
  })
  return { link: `<?${new URLSearchParams(known)}>; rel="next"` }
}

const LIMIT = { error: 'must be a number from 1 to 100' }

/** Digits only: `Number` reads far more than callers mean. */
export const plainNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text

/** `limit` of a list of these. */
export const pageLimit = (items: string) =>
  z
    .preprocess(plainNumber, z.int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(20))
    .describe(`Number of ${items} on a page.`)

/** A parameter that is one of few words. */
export const oneOf = <const T extends readonly string[]>(options: T) =>
  z.enum(options, {
    error: ({ input }) =>
      `${input === '' ? 'is empty' : `${quoted(String(input))} is not allowed`}: it must be one of ${options.join(', ')}`,
  })
