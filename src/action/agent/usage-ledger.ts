import type { AgentEvent } from '../../contract/events.ts'
import type { Price } from '../../contract/known-models.ts'
import type { AnswerUsage, Usage } from '../../contract/run.ts'
import { addUsage, noUsage } from '../models/cost/count-cost.ts'

/** What the run has used so far. */
export interface UsageLedger {
  readonly sum: Usage
  /** One entry for each answer of the model, interrupted ones included. */
  readonly perStep: readonly AnswerUsage[]
  add(answer: Usage): void
}

export function openUsageLedger(price: Price | null, onEvent: (event: AgentEvent) => void): UsageLedger {
  let sum = noUsage(price)
  const perStep: AnswerUsage[] = []
  return {
    get sum() {
      return sum
    },
    perStep,
    add(usage) {
      const isBrokenOff = usage.steps === 0
      perStep.push(toEntry(usage, isBrokenOff ? sum.steps + 1 : sum.steps + usage.steps))
      sum = addUsage(sum, usage)
      if (isBrokenOff) return
      const { steps: step, inputTokens, cachedInputTokens, outputTokens, costUsd } = sum
      onEvent({ type: 'step', step, inputTokens, cachedInputTokens, outputTokens, costUsd })
    },
  }
}

function toEntry(usage: Usage, step: number): AnswerUsage {
  const { inputTokens, cachedInputTokens, outputTokens, costUsd } = usage
  return {
    ...{ step, inputTokens, cachedInputTokens, outputTokens, costUsd: costUsd && roundMicro(costUsd) },
    ...(usage.steps === 0 && { brokenOff: true as const }),
    ...(usage.estimated !== undefined && { estimated: true as const }),
  }
}

/** Sums of floating-point numbers have up to seventeen digits, and a run may report a thousand of them. */
const roundMicro = (usd: number): number => Math.round(usd * 1e6) / 1e6
