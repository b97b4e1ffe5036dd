import { z } from 'zod'
import { HttpError } from '../../shared/http-error.ts'

export const CursorQuery = z.object({
  cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page.'),
})

/** A cursor is a place in the store's order, made opaque. */
export const writeCursor = (place: string): string => Buffer.from(place).toString('base64url')

export function readCursor(cursor: string | undefined, form: RegExp): string | null {
  if (cursor === undefined) return null
  const place = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!form.test(place)) throw new HttpError(400, '`cursor` is not one that this operation answered')
  return place
}

/** The parameters of a query as the schema says, each at most once; the 400 names the first that is wrong. */
export function readQuery<T>(query: Record<string, string[]>, schema: z.ZodObject & z.ZodType<T>): T {
  const known = Object.entries(query).filter(([name]) => Object.hasOwn(schema.shape, name))
  const twice = known.find(([, values]) => values.length > 1)
  if (twice !== undefined)
    throw new HttpError(400, `\`${twice[0]}\` is there more than once; which one is meant?`)
  const parsed = schema.safeParse(Object.fromEntries(known.map(([name, [value]]) => [name, value])))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new HttpError(400, `\`${issue?.path.join('.')}\` ${issue?.message ?? 'is not valid'}`)
}
