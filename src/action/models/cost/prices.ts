/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly cachedInput: number
  /** Writing to the provider's cache, where it costs more than plain input. */
  readonly cacheWrite: number
  readonly output: number
}

const price = (input: number, cachedInput: number, output: number, cacheWrite = input): Price => ({
  input,
  cachedInput,
  cacheWrite,
  output,
})

/** Anthropic charges a quarter more for what is written to the cache for five minutes. */
const claude = (input: number, cachedInput: number, output: number): Price =>
  price(input, cachedInput, output, input * 1.25)

/**
 * Public list prices as of 2026-11-20, standard tier, short prompts: an estimate, not an invoice. A model that is not
 * here has no known price, and then the cost limit cannot hold; those of tokens, steps and time still do.
 */
const PRICES: Readonly<Record<string, Readonly<Record<string, Price>>>> = {
  anthropic: {
    'claude-mythos-5-1': claude(10, 0.25, 50),
    'claude-mythos-5': claude(10, 1, 50),
    'claude-fable-5-1': claude(10, 0.25, 50),
    'claude-fable-5': claude(10, 1, 50),
    'claude-opus-5-5': claude(4, 0.2, 20),
    'claude-opus-5': claude(5, 0.5, 25),
    'claude-opus-4-8': claude(5, 0.5, 25),
    'claude-opus-4-7': claude(5, 0.5, 25),
    'claude-opus-4-6': claude(5, 0.5, 25),
    'claude-opus-4-5': claude(5, 0.5, 25),
    'claude-opus-4-1': claude(15, 1.5, 75),
    'claude-opus-4': claude(15, 1.5, 75),
    'claude-sonnet-5-5': claude(2, 0.1, 10),
    'claude-sonnet-5': claude(2, 0.2, 10),
    'claude-sonnet-4-6': claude(3, 0.3, 15),
    'claude-sonnet-4-5': claude(3, 0.3, 15),
    'claude-sonnet-4': claude(3, 0.3, 15),
    // Up to 100,000 tokens a prompt it costs a fifth; the dearer rate keeps the limit on the safe side.
    'claude-haiku-5-5': claude(0.5, 0.05, 2.5),
    'claude-haiku-4-5': claude(1, 0.1, 5),
  },
  openai: {
    'gpt-6.1-sol': price(2, 0.1, 10, 2.5),
    'gpt-6.1-terra': price(1, 0.05, 5, 1.25),
    'gpt-6-sol': price(2, 0.2, 10, 2.5),
    'gpt-6-luna': price(0.1, 0.01, 0.5, 0.125),
    'gpt-5.6-sol': price(5, 0.5, 30, 6.25),
    'gpt-5.6-terra': price(2, 0.2, 12, 2.5),
    'gpt-5.6-luna': price(0.2, 0.02, 1.2, 0.25),
    'gpt-5.5': price(5, 0.5, 30),
    'gpt-5.4': price(2.5, 0.25, 15),
    'gpt-5.4-mini': price(0.75, 0.075, 4.5),
    'gpt-5.4-nano': price(0.2, 0.02, 1.25),
    'gpt-5.3-codex': price(1.75, 0.175, 14),
    'gpt-5.2-codex': price(1.75, 0.175, 14),
    'gpt-5.2': price(1.75, 0.175, 14),
    'gpt-5.1': price(1.25, 0.125, 10),
    'gpt-5': price(1.25, 0.125, 10),
    'gpt-5-mini': price(0.25, 0.025, 2),
    'gpt-5-nano': price(0.05, 0.005, 0.4),
    'gpt-4.1': price(2, 0.5, 8),
    'gpt-4.1-mini': price(0.4, 0.1, 1.6),
    'gpt-4.1-nano': price(0.1, 0.025, 0.4),
    'gpt-4o': price(2.5, 1.25, 10),
    'gpt-4o-mini': price(0.15, 0.075, 0.6),
    o3: price(2, 0.5, 8),
    'o4-mini': price(1.1, 0.275, 4.4),
  },
  google: {
    // Until the end of 2026 these three cost half.
    'gemini-3.8-flash': price(1.5, 0.15, 7.5),
    'gemini-3.7-flash': price(1.5, 0.15, 7.5),
    'gemini-3.6-flash': price(1.5, 0.15, 7.5),
    'gemini-3.5-flash': price(1.5, 0.15, 9),
    'gemini-3.1-pro': price(2, 0.2, 12),
    'gemini-3-pro': price(2, 0.2, 12),
    'gemini-3-flash': price(0.5, 0.05, 3),
    'gemini-2.5-pro': price(1.25, 0.125, 10),
    'gemini-2.5-flash': price(0.3, 0.03, 2.5),
    'gemini-2.5-flash-lite': price(0.1, 0.01, 0.4),
  },
}

/** What may follow a listed id without changing its price: a date or a channel; never another version or size. */
const SAME_PRICE = /^(-(0|\d{8}|\d{4}-\d{2}-\d{2}|latest|preview(-[\d-]+)?))?$/

export function findPrice(provider: string, id: string): Price | null {
  for (const [prefix, found] of Object.entries(PRICES[provider] ?? {})) {
    if (id.startsWith(prefix) && SAME_PRICE.test(id.slice(prefix.length))) return found
  }
  return null
}
