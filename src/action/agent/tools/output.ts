import { z } from 'zod'
import { whyOutOfBounds } from '../../../contract/output/json-bounds.ts'
import { OUTPUT_BOUNDS } from '../../../contract/output/output.ts'
import type { ReadSchema } from '../../../contract/output/output-schema.ts'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { repairJson } from '../../models/tool-calls/repair-json.ts'

/**
 * A text, because providers accept different parts of JSON Schema as the input of a tool, and refuse the whole request if a
 * schema has another part.
 */
export const outputField = z
  .string()
  .describe('JSON text: the output that the first message asks for. It must match the output schema')

type Taken =
  | { readonly kind: 'taken'; readonly output: unknown }
  /** `details` may quote the model. `failed`: why the run ends, after the last try. */
  | { readonly kind: 'missed'; readonly details: string; readonly failed: Reason | null }

/** Takes the output of the agent, as the model writes it in a call of `finish`. */
export interface OutputTaker {
  take(input: unknown): Taken
  /** Why a run ends that never called `finish`. */
  readonly missing: () => Reason
}

const MOST_TRIES = 3

interface OutputOptions {
  readonly schema: Extract<ReadSchema, { ok: true }>
  readonly redact: (text: string) => string
  /** True: nothing of the schema may stand in a reason, which GitHub shows. */
  readonly isConfidential: boolean
}

/** `take` counts the tries in a row that did not match. */
export function openOutput(options: OutputOptions): OutputTaker {
  const { isConfidential } = options
  let misses = 0
  const fail = (what: string): Reason =>
    reason('output-invalid', isConfidential ? `the agent tried ${MOST_TRIES} times` : what)
  return {
    take(input) {
      const read = readOutput(input, options)
      misses = read.ok ? 0 : misses + 1
      if (read.ok) return { kind: 'taken', output: read.output }
      const [first = ''] = read.problems
      const failed = misses < MOST_TRIES ? null : fail(first)
      return { kind: 'missed', details: read.problems.join('\n'), failed }
    },
    missing: () => fail('the agent ended without calling `finish`'),
  }
}

export const NO_MATCH =
  'The output does not match the output schema, see below. Correct that, keep all the rest of it, and call finish again with all parameters.'
export const LAST_MISS = 'The output does not match the output schema, and the run ends.'

type ReadOutput =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly problems: readonly string[] }

function readOutput(input: unknown, { schema, redact }: OutputOptions): ReadOutput {
  const given: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, 'output') : undefined
  if (given === undefined) return { ok: false, problems: ['`output` is missing'] }
  const judge = (value: unknown): ReadOutput => {
    const beyond = whyOutOfBounds(value, OUTPUT_BOUNDS)
    if (beyond !== null) return { ok: false, problems: [`\`output\` ${beyond}`] }
    // The redacted output is what the caller gets, so it is the one that has to match.
    const output = redactValue(value, redact)
    const grown = whyOutOfBounds(output, OUTPUT_BOUNDS)
    const problems = grown === null ? schema.findProblems(output) : [{ path: [], expected: grown }]
    if (problems.length === 0) return { ok: true, output }
    return {
      ok: false,
      problems: problems.map(({ path, expected }) => `\`${['output', ...path].join('.')}\` ${expected}`),
    }
  }
  // Some models write the value itself.
  if (typeof given !== 'string') return judge(given)
  const parsed = parseJson(given)
  const read: ReadOutput = parsed.ok ? judge(parsed.value) : { ok: false, problems: [parsed.problem] }
  if (read.ok || STRUCTURE.test(given)) return read
  const asText = judge(given)
  return asText.ok ? asText : read
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/** A text that is to be a text begins in another way: what is no valid JSON is then a mistake. */
const STRUCTURE = /^\s*[[{"]/

/** White space and escapes may make the text longer than what it holds. */
const LONGEST_TEXT = 8 * OUTPUT_BOUNDS.bytes

function parseJson(text: string): Parsed {
  if (text.length > LONGEST_TEXT)
    return { ok: false, problem: `\`output\` has more than ${LONGEST_TEXT} characters` }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const repaired = repairJson(text)
    if (repaired !== null) return { ok: true, value: JSON.parse(repaired) }
    return { ok: false, problem: `\`output\` is not valid JSON: ${error.message}` }
  }
}

function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, item]) => [redact(name), redactValue(item, redact)]))
}
