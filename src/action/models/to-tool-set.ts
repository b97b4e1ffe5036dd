import { jsonSchema, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { ToolSpec } from './tool-spec.ts'

/**
 * Tools without `execute`: the SDK hands every call back, and a bad input comes back as it is, so that the agent
 * checks it and says what is wrong in its own words.
 */
export const toToolSet = (specs: readonly ToolSpec[]): ToolSet =>
  Object.fromEntries(
    specs.map((spec) => {
      const inputSchema = jsonSchema(schemaOf(spec) as Parameters<typeof jsonSchema>[0])
      return [spec.name, tool({ description: spec.description, inputSchema })]
    }),
  )

/** About how many characters the tools take up in each request. */
export const sizeOfTools = (specs: readonly ToolSpec[]): number =>
  specs
    .map((spec) => spec.name.length + spec.description.length + JSON.stringify(schemaOf(spec)).length)
    .reduce((sum, size) => sum + size, 0)

function schemaOf({ input }: ToolSpec): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { target: 'draft-7', io: 'input' })
  return schema
}
