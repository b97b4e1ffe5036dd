import { z } from 'zod'
import { whyOutOfBounds } from './json-bounds.ts'
import { readOutputSchema, SCHEMA_LIMITS } from './output-schema.ts'

/** What a run may report as its output. A report has other values besides, and a body at most 20,000. */
export const OUTPUT_BOUNDS = { bytes: 65_536, values: 10_000, levels: 100 } as const

const Schema = z.looseObject({}, { error: 'must be a JSON Schema, which is an object' })

/** A JSON Schema for the output of each run of a job. Each mistake names its place in the schema. */
export const OutputSchema = z
  .preprocess((given, context) => {
    const read = readOutputSchema(given)
    if (read.ok) return given
    context.addIssue({ code: 'custom', path: [...read.path], message: read.problem })
    return z.NEVER
  }, Schema)
  .describe(
    `JSON Schema that the \`output\` of each run of the job must satisfy, at most ${SCHEMA_LIMITS.bytes / 1024} KiB. The agent returns the output besides its change or its answer; if it does not match after three tries, the run fails. A closed list of keywords is supported, references lead only within the schema, and anything else is refused.`,
  )
export type OutputSchema = z.infer<typeof Schema>

/** Any JSON value within the bounds. */
export const Output = z.unknown().superRefine((output, context) => {
  const beyond = whyOutOfBounds(output, OUTPUT_BOUNDS)
  if (beyond !== null) context.addIssue({ code: 'custom', message: beyond })
})
