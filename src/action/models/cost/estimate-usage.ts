import type { Counted } from './count-cost.ts'

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

/** Before the first answer. Prose has about four characters to a token, code and JSON rather three. */
export const FIRST_GUESS = 0.32

/** Servers that count nothing, or not all, must not make a conversation look small; other scripts need more. Pure. */
export function measureTokens(inputTokens: number, characters: number): number {
  if (inputTokens === 0 || characters === 0) return FIRST_GUESS
  return Math.min(1.5, Math.max(0.2, inputTokens / characters))
}
