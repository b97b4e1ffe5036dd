import { type Reason, reason } from '../../../contract/reasons.ts'

/** `ANTHROPIC_CUSTOM_HEADERS` and its siblings. */
const VARIABLE = /_CUSTOM_HEADERS$/

/** One header in each line, as the providers' own tools write them. */
const LINE = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/

/** The connection, the request or the key of the model decides what these say. */
const RESERVED =
  /^(?:host|authorization|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|content-.*|proxy-.*|x-api-key|x-goog-api-key)$/i

export type CustomHeaders = readonly (readonly [name: string, value: string])[]

const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trim())

/** The headers that a variable adds to every request to the model. A message has no value of a header. Pure. */
export function readCustomHeaders(variable: string, text: string | undefined): CustomHeaders | Reason {
  const headers: [string, string][] = []
  for (const [index, line] of linesOf(text ?? '').entries()) {
    if (line === '') continue
    const [, name = '', value = ''] = LINE.exec(line) ?? []
    const problem = problemOf(name, value)
    if (problem !== null)
      return reason('input-invalid', `line ${index + 1} of the environment variable ${variable} ${problem}`)
    headers.push([name, value])
  }
  return headers
}

function problemOf(name: string, value: string): string | null {
  if (name === '') return 'is not a header: write each on a line of its own, as `Name: value`'
  if (RESERVED.test(name)) return `must not set the header ${name}`
  if (value === '') return `sets ${name} without a value: is its secret set?`
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) return `gives ${name} a value that no header can have`
  return null
}

/** Values that gateways expect and that tell nothing. As secrets, they would be replaced within ordinary texts. */
const PUBLIC_VALUES = new Set([
  ...['anthropic', 'azure-openai', 'bedrock', 'openrouter', 'vertex-ai', 'no-cache', 'no-store'],
  ...['prentice', 'production', 'development', 'engineering', 'application/json'],
])

/** What of a variable must stay secret: each value, and the part behind a scheme such as `Bearer`. Pure. */
export const secretsInHeaders = (variable: string, text: string): string[] =>
  VARIABLE.test(variable)
    ? linesOf(text).flatMap((line) => {
        // All of a line that is no header: a name that was forgotten does not make a token public.
        const value = LINE.exec(line)?.[2] ?? line
        return PUBLIC_VALUES.has(value.toLowerCase()) ? [] : [value, value.split(/\s/).at(-1) ?? '']
      })
    : []
