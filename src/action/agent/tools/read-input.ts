import type { z } from 'zod'

export type ReadInput<T> =
  | { readonly ok: true; readonly input: T }
  | { readonly ok: false; readonly problem: string }

/** Checks what a model wrote against the tool's schema; the problem names each wrong field. Pure. */
export function readInput<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  input: unknown,
): ReadInput<z.output<Schema>> {
  const given = dropNulls(readObject(input))
  const result = schema.safeParse(given)
  if (result.success) return { ok: true, input: result.data }
  const again = schema.safeParse(readLists(given))
  if (again.success) return { ok: true, input: again.data }
  const issues = result.error.issues.map((issue) => {
    const field = issue.path.length === 0 ? 'the input' : `\`${issue.path.join('.')}\``
    return `${field}: ${issue.message}`
  })
  return { ok: false, problem: `The call of ${name} is not valid. ${issues.join('; ')}. Call it again.` }
}

/** Some models send all of the input as the text of its JSON. */
const readObject = (input: unknown): unknown => (typeof input === 'string' ? readJson(input, '{') : input)

/** Some models send `null` for a field that they mean to leave out. */
function dropNulls(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(dropNulls)
  if (typeof input !== 'object' || input === null) return input
  const given = Object.entries(input).filter(([, value]) => value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, dropNulls(value)]))
}

/** Some models send a list as the text of its JSON. */
function readLists(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, readList(value)]))
}

const readList = (value: unknown): unknown =>
  typeof value === 'string' ? dropNulls(readJson(value, '[')) : value

/** The text itself where it is no JSON that begins so. */
function readJson(text: string, begin: '{' | '['): unknown {
  if (!text.trimStart().startsWith(begin)) return text
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
