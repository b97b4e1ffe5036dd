import { jsonSchema, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { repairToolInput } from './repair-tool-input.ts'

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
}

/** A call that the model asks for. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** As the model wrote it: not validated against the tool's schema. */
  readonly input: unknown
  /** Why the call cannot be made (no such tool, not JSON); `null` otherwise. */
  readonly problem: string | null
  /** What the model is told of a repair of the call. */
  readonly note?: string
}

/** Each call gets exactly one of these. */
export interface ToolCallResult {
  readonly call: ToolCall
  readonly ok: boolean
  /** True: the call was correct, but a reviewer wants more work before the end. */
  readonly sentBack?: boolean
  readonly text: string
  readonly image?: ToolImage
}

/** Shown to the model after the results of its answer. */
export interface ToolImage {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
  /** What it shows, delimited. */
  readonly caption: string
}

type ReadInput<T> =
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

/**
 * Tools without `execute`: the SDK returns every call. Inputs are repaired here, so that the model also sees the repaired
 * call. What cannot be repaired is returned unchanged, and the agent reports the problem in its own words.
 */
export const toToolSet = (specs: readonly ToolSpec[]): ToolSet =>
  Object.fromEntries(
    specs.map((spec) => {
      const schema = schemaOf(spec)
      const inputSchema = jsonSchema(schema as Parameters<typeof jsonSchema>[0], {
        validate: (input) => ({ success: true, value: repairToolInput(input, schema) }),
      })
      return [spec.name, tool({ description: spec.description, inputSchema })]
    }),
  )

/** About how many characters the tools take in each request. */
export const sizeOfTools = (specs: readonly ToolSpec[]): number =>
  specs
    .map((spec) => spec.name.length + spec.description.length + JSON.stringify(schemaOf(spec)).length)
    .reduce((sum, size) => sum + size, 0)

/** Without bounds of numbers, which some servers refuse: https://github.com/anomalyco/opencode/issues/43371 */
function schemaOf({ input }: ToolSpec) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    ...{ target: 'draft-7', io: 'input' },
    override({ jsonSchema }) {
      delete jsonSchema.minimum
      delete jsonSchema.maximum
    },
  })
  return schema
}
