import { z } from 'zod'
import { type Reason, reason } from '../../../contract/reasons.ts'
import type { Price } from './known-models.ts'

/** What each request begins with is a quarter of it; in fewer there is no room for the work. */
const LEAST_WINDOW = 8_000
const TOO_SMALL = `must be ${LEAST_WINDOW} or more, name a model with a larger window`

const usd = z.number().min(0).max(100_000)

/** US dollars per million tokens; cached input and what is written to the cache cost as plain input if not said. */
const Entry = z.strictObject({
  input: usd,
  output: usd,
  cachedInput: usd.optional(),
  cacheWrite: usd.optional(),
  window: z.int().min(LEAST_WINDOW, { error: TOO_SMALL }).max(10_000_000).optional(),
  maxOutput: z.int().min(1_000).max(1_000_000).optional(),
})
const Prices = z.record(z.string(), Entry)

export interface PriceOverride {
  readonly price: Price
  /** Tokens that the model takes in at once; `null`: not said. */
  readonly window: number | null
  /** Tokens that one answer may have; `null`: not said. */
  readonly maxOutput: number | null
}

const EXAMPLE = '{"openai-compatible/llama": {"input": 0.1, "output": 0.4, "window": 32000}}'

/** What the variable PRICES says of the model called `provider/model`; `null`: nothing. Pure. */
export function readPriceOverride(variable: string | undefined, name: string): PriceOverride | null | Reason {
  if (variable === undefined || variable.trim() === '') return null
  const read = Prices.safeParse(parseOrNull(variable))
  if (!read.success) {
    const [issue] = read.error.issues
    const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join(' → ')}: `
    const what = `${where}${issue?.message ?? 'not valid'}`
    return reason(
      'input-invalid',
      `the environment variable PRICES is not a table of prices (${what}). It is JSON like ${EXAMPLE}`,
    )
  }
  const own = Object.hasOwn(read.data, name) ? read.data[name] : undefined
  if (own === undefined) return null
  const { input, output, cachedInput = input, cacheWrite = input, window = null, maxOutput = null } = own
  return { price: { input, cachedInput, cacheWrite, output }, window, maxOutput }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema then says what was expected.
    return null
  }
}
