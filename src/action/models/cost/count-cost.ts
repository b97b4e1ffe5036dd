import type { LanguageModelUsage } from 'ai'
import type { Usage } from '../../../contract/run.ts'
import type { Price } from './known-models.ts'

/** What the cost of an answer is reckoned from. */
export interface Counted {
  readonly inputTokens: LanguageModelUsage['inputTokens']
  readonly inputTokenDetails: Pick<
    LanguageModelUsage['inputTokenDetails'],
    'cacheReadTokens' | 'cacheWriteTokens'
  >
  readonly outputTokens: LanguageModelUsage['outputTokens']
  /** True: the provider said nothing, and this was made from sizes. */
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

/** Usage of one model call. `inputTokens` includes what was read from and written to the provider's cache. */
export function countCost(counted: Counted, price: Price | null): Usage {
  const inputTokens = counted.inputTokens ?? 0
  const cachedInputTokens = counted.inputTokenDetails.cacheReadTokens ?? 0
  const written = counted.inputTokenDetails.cacheWriteTokens ?? 0
  const outputTokens = counted.outputTokens ?? 0
  const mark = counted.isEstimated === true ? { estimated: 1 } : {}
  const usage = { steps: 1, inputTokens, cachedInputTokens, outputTokens, ...mark }
  if (price === null) return { ...usage, costUsd: null }
  const plain = Math.max(0, inputTokens - cachedInputTokens - written)
  const millionths =
    plain * price.input +
    cachedInputTokens * price.cachedInput +
    written * price.cacheWrite +
    outputTokens * price.output
  return { ...usage, costUsd: millionths / 1_000_000 }
}

/** Usage of an answer that broke off: no step was made, but what the provider counted is charged all the same. */
export const countBrokenOff = (counted: Counted, price: Price | null): Usage => ({
  ...countCost(counted, price),
  steps: 0,
  brokenOff: 1,
})

export function addUsage(sum: Usage, step: Usage): Usage {
  const estimated = (sum.estimated ?? 0) + (step.estimated ?? 0)
  return {
    steps: sum.steps + step.steps,
    inputTokens: sum.inputTokens + step.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + step.cachedInputTokens,
    outputTokens: sum.outputTokens + step.outputTokens,
    costUsd: sum.costUsd === null || step.costUsd === null ? null : sum.costUsd + step.costUsd,
    brokenOff: (sum.brokenOff ?? 0) + (step.brokenOff ?? 0),
    ...(estimated > 0 && { estimated }),
  }
}
