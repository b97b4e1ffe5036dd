import type { Context } from 'hono'
import { z } from 'zod'
import { HttpError } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'
import { quoted } from '../../shared/quoted.ts'

/** Of operations without query parameters. */
const NoQuery = z.object({})

const NOT_A_CURSOR = 'was not returned by this operation'

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
  if (cursor === undefined) return null
  const place = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!form.test(place)) throw new HttpError(400, `\`cursor\` ${NOT_A_CURSOR}`)
  return place
}

/**
 * The query parameters of a request, each at most once, as the schema says; the 400 names the first that is wrong. An
 * unknown one is refused: a misspelled filter would otherwise return everything. Create, get and message do not call
 * this: their interface names no parameters and no error for them, so they ignore all.
 */
export function readQuery<T>(c: Context<Env>, schema: z.ZodObject & z.ZodType<T>): T {
  // Not `c.req.queries()`, whose object loses `__proto__`.
  const given = [...new URL(c.req.url).searchParams]
  const unknown = given.find(([name]) => !Object.hasOwn(schema.shape, name))
  if (unknown !== undefined) throw unknownParameter(unknown[0], Object.keys(schema.shape))
  const twice = given.find(([name], i) => given.findIndex(([other]) => other === name) < i)
  if (twice !== undefined)
    throw new HttpError(400, `\`${twice[0]}\` is there more than once; which one is meant?`)
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new HttpError(400, `\`${issue?.path.join('.')}\` ${issue?.message ?? 'is not valid'}`)
}

export const refuseQuery = (c: Context<Env>): void => void readQuery(c, NoQuery)

function unknownParameter(name: string, known: readonly string[]): HttpError {
  const takes = known.length === 0 ? 'none' : known.map((one) => `\`${one}\``).join(', ')
  return new HttpError(400, `this operation has no query parameter ${quoted(name)}; it takes ${takes}`)
}
