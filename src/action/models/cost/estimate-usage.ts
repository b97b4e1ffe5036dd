import type { Counted } from './count-cost.ts'
import { FIRST_GUESS } from './estimate-tokens.ts'

/** Of one call, in characters. */
export interface Sizes {
  readonly asked: number
  readonly answered: number
}

/**
 * What an answer used where the provider counted nothing of it: otherwise the limits of tokens and money would never
 * come. Nothing is known of a cache then. Pure.
 */
export function estimateUsage(counted: Counted, { asked, answered }: Sizes): Counted {
  if (counted.inputTokens || counted.outputTokens) return counted
  return {
    inputTokens: Math.ceil(asked * FIRST_GUESS),
    inputTokenDetails: { cacheReadTokens: 0, cacheWriteTokens: 0 },
    outputTokens: Math.ceil(answered * FIRST_GUESS),
    isEstimated: true,
  }
}
