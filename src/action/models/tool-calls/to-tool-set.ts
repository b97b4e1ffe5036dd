import { jsonSchema, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { repairToolInput } from './repair-tool-input.ts'
import type { ToolSpec } from './tool-spec.ts'

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

function schemaOf({ input }: ToolSpec) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { target: 'draft-7', io: 'input' })
  return schema
}
