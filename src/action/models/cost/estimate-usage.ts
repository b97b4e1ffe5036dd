import type { TokenCounts } from './count-cost.ts'

/** Before the first answer. Prose has about four characters to a token, code and JSON about three. */
export const DEFAULT_TOKENS_PER_CHARACTER = 0.32

/**
 * As the provider counted them. Bounded below, because a server that counts nothing, or not everything, must not make a
 * conversation look small, and above for scripts that need more tokens. Pure.
 */
export function measureTokensPerCharacter(inputTokens: number, characters: number): number {
  if (inputTokens === 0 || characters === 0) return DEFAULT_TOKENS_PER_CHARACTER
  return Math.min(1.5, Math.max(0.2, inputTokens / characters))
}

/** In characters. */
export interface RequestSizes {
  readonly requestLength: number
  readonly answerLength: number
}

/**
 * Estimates the usage of an answer if the provider counted nothing, since otherwise the limits of tokens and money would
 * never be reached. Assumes that nothing was cached. Pure.
 */
export function estimateUsage(
  counts: TokenCounts,
  { requestLength, answerLength }: RequestSizes,
): TokenCounts {
  if (counts.inputTokens || counts.outputTokens) return counts
  return {
    inputTokens: Math.ceil(requestLength * DEFAULT_TOKENS_PER_CHARACTER),
    inputTokenDetails: { cacheReadTokens: 0, cacheWriteTokens: 0 },
    outputTokens: Math.ceil(answerLength * DEFAULT_TOKENS_PER_CHARACTER),
    isEstimated: true,
  }
}
