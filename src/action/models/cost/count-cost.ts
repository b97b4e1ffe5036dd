import type { LanguageModelUsage } from 'ai'
import type { Price } from '../../../contract/known-models.ts'
import type { Usage } from '../../../contract/run.ts'

/** What the cost of an answer is calculated from. */
export interface TokenCounts {
  readonly inputTokens: LanguageModelUsage['inputTokens']
  readonly inputTokenDetails: Pick<
    LanguageModelUsage['inputTokenDetails'],
    'cacheReadTokens' | 'cacheWriteTokens'
  >
  readonly outputTokens: LanguageModelUsage['outputTokens']
  /** True: the provider counted nothing, and the size of the texts was used. */
  readonly isEstimated?: boolean
}

export const noUsage = (price: Price | null): Usage => ({
  steps: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costUsd: price === null ? null : 0,
  brokenOff: 0,
})

/** Usage of one model call. `inputTokens` includes tokens that were read from and written to the provider's cache. */
export function countCost(counts: TokenCounts, price: Price | null): Usage {
  const inputTokens = counts.inputTokens ?? 0
  const cachedInputTokens = counts.inputTokenDetails.cacheReadTokens ?? 0
  const written = counts.inputTokenDetails.cacheWriteTokens ?? 0
  const outputTokens = counts.outputTokens ?? 0
  const estimated = counts.isEstimated === true ? { estimated: 1 } : {}
  const usage = { steps: 1, inputTokens, cachedInputTokens, outputTokens, ...estimated }
  if (price === null) return { ...usage, costUsd: null }
  const plain = Math.max(0, inputTokens - cachedInputTokens - written)
  const millionths =
    plain * price.input +
    cachedInputTokens * price.cachedInput +
    written * price.cacheWrite +
    outputTokens * price.output
  return { ...usage, costUsd: millionths / 1_000_000 }
}

/** Usage of an interrupted answer: it is no step, but what the provider counted is charged all the same. */
export const countBrokenOff = (counts: TokenCounts, price: Price | null): Usage => ({
  ...countCost(counts, price),
  steps: 0,
  brokenOff: 1,
})

export function addUsage(sum: Usage, usage: Usage): Usage {
  const estimated = (sum.estimated ?? 0) + (usage.estimated ?? 0)
  return {
    steps: sum.steps + usage.steps,
    inputTokens: sum.inputTokens + usage.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + usage.cachedInputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    costUsd: sum.costUsd === null || usage.costUsd === null ? null : sum.costUsd + usage.costUsd,
    brokenOff: (sum.brokenOff ?? 0) + (usage.brokenOff ?? 0),
    ...(estimated > 0 && { estimated }),
  }
}

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
interface RequestSizes {
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
