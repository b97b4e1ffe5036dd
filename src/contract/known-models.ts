import { DEFAULT_WINDOW, LIMITS, PRICES } from './model-data.ts'

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly cachedInput: number
  /** Writing to the provider's cache, where it costs more than plain input. */
  readonly cacheWrite: number
  readonly output: number
}

export interface ModelData {
  /** `null`: not known. Then the cost limit cannot be enforced; those of tokens, steps and time still are. */
  readonly price: Price | null
  /** Tokens of one request and its answer. A provider that refuses a shorter conversation corrects it during the run. */
  readonly window: number
  /**
   * Tokens of one answer; `null`: left to the provider. Anthropic's protocol makes each request name a limit, and the
   * SDK, which knows only Claude, would name 4,096 for other makers' models: too few for a file of any length.
   */
  readonly maxOutput: number | null
  /** Whether it accepts images. */
  readonly seesImages: boolean
}

/** `name` is `provider/model`. Pure. */
export function findModelData(name: string): ModelData {
  const [, window, maxOutput, seesImages = false] =
    LIMITS.find(([pattern]) => toExpression(pattern).test(name)) ?? []
  return {
    price: findPrice(name),
    window: window ?? DEFAULT_WINDOW,
    maxOutput: maxOutput ?? null,
    seesImages,
  }
}

/** Models of other makers are named in any letter case. */
export const toExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i')

/** Suffixes of a listed id that do not change its price: a date or a channel; never another version or size. */
export const SAME_PRICE = /^(-(0|\d{8}|\d{4}-\d{2}-\d{2}|latest|preview(-[\d-]+)?))?$/

function findPrice(name: string): Price | null {
  for (const [listed, [input, cachedInput, cacheWrite, output]] of Object.entries(PRICES)) {
    const isListed = name.startsWith(listed) && SAME_PRICE.test(name.slice(listed.length))
    if (isListed) return { input, cachedInput, cacheWrite, output }
  }
  return null
}
