import type { AgentEvent } from '../../contract/events.ts'
import type { Usage } from '../../contract/run.ts'
import { addUsage, noUsage } from '../models/count-cost.ts'
import type { Price } from '../models/prices.ts'

/** What the run has used so far. */
export interface Books {
  readonly sum: Usage
  /** Of each model call. */
  readonly perStep: readonly Usage[]
  add(step: Usage): void
}

export function openBooks(price: Price | null, onEvent: (event: AgentEvent) => void): Books {
  let sum = noUsage(price)
  const perStep: Usage[] = []
  return {
    get sum() {
      return sum
    },
    perStep,
    add(usage) {
      perStep.push(usage)
      sum = addUsage(sum, usage)
      const { steps: step, inputTokens, cachedInputTokens, outputTokens, costUsd } = sum
      onEvent({ type: 'step', step, inputTokens, cachedInputTokens, outputTokens, costUsd })
    },
  }
}
