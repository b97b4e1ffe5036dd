import { z } from 'zod'
import type { Price } from '../../../contract/known-models.ts'
import { type Reason, reason } from '../../../contract/reasons.ts'

/** What each request begins with takes a quarter of it. A smaller window has no room for the work. */
const MIN_WINDOW = 8_000
const TOO_SMALL = `must be ${MIN_WINDOW} or more, name a model with a larger window`

const usd = z.number().min(0).max(100_000)

/** US dollars per million tokens. Reading from and writing to the cache cost as much as plain input by default. */
const Entry = z.strictObject({
  input: usd,
  output: usd,
  cachedInput: usd.optional(),
  cacheWrite: usd.optional(),
  window: z.int().min(MIN_WINDOW, { error: TOO_SMALL }).max(10_000_000).optional(),
  maxOutput: z.int().min(1_000).max(1_000_000).optional(),
  images: z.boolean().optional(),
})
const Prices = z.record(z.string(), Entry)

export interface PriceOverride {
  readonly price: Price
  /** Context window in tokens; `null`: not set. */
  readonly window: number | null
  /** Tokens of one answer; `null`: not set. */
  readonly maxOutput: number | null
  /** Whether the model accepts images; `null`: not set. */
  readonly seesImages: boolean | null
}

const EXAMPLE = '{"openai-compatible/llama": {"input": 0.1, "output": 0.4, "window": 32000}}'

/** The entry of the variable PRICES for the model `provider/model`; `null`: it has none. Pure. */
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
  const { input, output, cachedInput = input, cacheWrite = input } = own
  const { window = null, maxOutput = null, images = null } = own
  return { price: { input, cachedInput, cacheWrite, output }, window, maxOutput, seesImages: images }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema says what was expected.
    return null
  }
}
