import type { AgentEvent } from '../../contract/events.ts'
import type { AnswerUsage, Usage } from '../../contract/run.ts'
import { addUsage, noUsage } from '../models/cost/count-cost.ts'
import type { Price } from '../models/cost/known-models.ts'

/** What the run has used so far. */
export interface UsageLedger {
  readonly sum: Usage
  /** Of each answer of the model, also of one that broke off. */
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
  const counts = { inputTokens, cachedInputTokens, outputTokens, costUsd: costUsd && roundMicro(costUsd) }
  const marks = {
    ...(usage.steps === 0 && { brokenOff: true as const }),
    ...(usage.estimated !== undefined && { estimated: true as const }),
  }
  return { step, ...counts, ...marks }
}

/** Sums of floating-point numbers have up to seventeen digits, and there may be a thousand of them to report. */
const roundMicro = (usd: number): number => Math.round(usd * 1e6) / 1e6
