import type { z } from 'zod'

export type ReadInput<T> =
  | { readonly ok: true; readonly input: T }
  | { readonly ok: false; readonly problem: string }

/** Validates a model's input against the tool's schema. The problem names each invalid field. Pure. */
export function readInput<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  input: unknown,
): ReadInput<z.output<Schema>> {
  const result = schema.safeParse(input)
  if (result.success) return { ok: true, input: result.data }
  const issues = result.error.issues.map((issue) => {
    const field = issue.path.length === 0 ? 'the input' : `\`${issue.path.join('.')}\``
    return `${field}: ${issue.message}`
  })
  return { ok: false, problem: `The call of ${name} is not valid. ${issues.join('; ')}. Call it again.` }
}
