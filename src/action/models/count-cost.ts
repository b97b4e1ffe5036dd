import type { LanguageModelUsage } from 'ai'
import type { Usage } from '../../contract/run.ts'
import type { Price } from './prices.ts'

export const noUsage = (price: Price | null): Usage => ({
  steps: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costUsd: price === null ? null : 0,
})

/** Usage of one model call. `inputTokens` includes what was read from and written to the provider's cache. */
export function countCost(counted: LanguageModelUsage, price: Price | null): Usage {
  const inputTokens = counted.inputTokens ?? 0
  const cachedInputTokens = counted.inputTokenDetails.cacheReadTokens ?? 0
  const written = counted.inputTokenDetails.cacheWriteTokens ?? 0
  const outputTokens = counted.outputTokens ?? 0
  const usage = { steps: 1, inputTokens, cachedInputTokens, outputTokens }
  if (price === null) return { ...usage, costUsd: null }
  const plain = Math.max(0, inputTokens - cachedInputTokens - written)
  const millionths =
    plain * price.input +
    cachedInputTokens * price.cachedInput +
    written * price.cacheWrite +
    outputTokens * price.output
  return { ...usage, costUsd: millionths / 1_000_000 }
}

export function addUsage(sum: Usage, step: Usage): Usage {
  return {
    steps: sum.steps + step.steps,
    inputTokens: sum.inputTokens + step.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + step.cachedInputTokens,
    outputTokens: sum.outputTokens + step.outputTokens,
    costUsd: sum.costUsd === null || step.costUsd === null ? null : sum.costUsd + step.costUsd,
  }
}
