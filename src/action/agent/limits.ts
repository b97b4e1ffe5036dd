import type { AgentEvent } from '../../contract/events.ts'
import { type Reason, reason } from '../../contract/reasons.ts'
import type { AnswerUsage, ModelUsage, Usage } from '../../contract/run.ts'
import { DEFAULT_TOKENS, type Limits } from '../../contract/runner-protocol/assignment.ts'
import { addUsage, noUsage } from '../models/cost/count-cost.ts'
import type { ModelHandle } from '../models/providers/open-model.ts'
import { countOf, describeMoney } from '../text/format.ts'

/** What a run has used so far. */
export interface Consumption {
  readonly usage: Usage
  readonly seconds: number
}

const WARN_AT = 0.75

/** The limit that the run has reached, if any. Pure. */
export function findReachedLimit({ usage, seconds }: Consumption, limits: Limits): Reason | null {
  if ((usage.costUsd ?? 0) >= limits.costUsd) return nameCostLimit(limits)
  if (seconds >= limits.seconds) return nameTimeLimit(limits)
  if (usage.steps >= limits.steps) return reason('step-limit', countOf(limits.steps, 'step'))
  if (tokensOf(usage) >= tokenLimit(limits))
    return reason('token-limit', countOf(tokenLimit(limits), 'token'))
  return null
}

const nameCostLimit = ({ costUsd, costBudget }: Limits): Reason =>
  reason('cost-limit', [describeMoney(costUsd), ...(costBudget === undefined ? [] : [costBudget])].join(', '))

export const nameTimeLimit = ({ seconds }: Limits): Reason =>
  reason('time-limit', seconds % 60 === 0 ? countOf(seconds / 60, 'minute') : countOf(seconds, 'second'))

/** Read and written. Tokens that the provider read from its cache count like the others. */
export const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens

const tokenLimit = ({ tokens = DEFAULT_TOKENS }: Limits): number => tokens

/** A sentence for the model once three quarters of a limit are used. Pure. */
export function warnNearLimit({ usage, seconds }: Consumption, limits: Limits): string | null {
  const tokens = tokensOf(usage)
  const used = [
    { share: usage.steps / limits.steps, text: `${usage.steps} of ${countOf(limits.steps, 'step')}` },
    {
      share: seconds / limits.seconds,
      text: `${Math.round(seconds)} of ${countOf(limits.seconds, 'second')}`,
    },
    { share: tokens / tokenLimit(limits), text: `${tokens} of ${countOf(tokenLimit(limits), 'token')}` },
    {
      share: (usage.costUsd ?? 0) / limits.costUsd,
      text: `most of the money (${describeMoney(limits.costUsd)})`,
    },
  ].filter(({ share }) => share >= WARN_AT)
  if (used.length === 0) return null
  return `You have used ${used.map(({ text }) => text).join(' and ')}. Complete what matters most and call finish soon.`
}

/** What the run has used so far. */
export interface UsageLedger {
  readonly sum: Usage
  /** What the models of known price have cost; `null`: they have no known price. */
  readonly knownUsd: number | null
  /** One entry for each answer of the model, interrupted ones included. */
  readonly perStep: readonly AnswerUsage[]
  add(answer: Usage, model: PricedModel): void
}

type PricedModel = Pick<ModelHandle, 'name' | 'price'>

/** `namesModels`: the sum also says which model used what. */
export function openUsageLedger(
  first: PricedModel,
  onEvent: (event: AgentEvent) => void,
  namesModels = false,
): UsageLedger {
  const models = new Map<string, Usage>()
  let sum = noUsage(first.price)
  const perStep: AnswerUsage[] = []
  return {
    get sum() {
      if (!namesModels) return sum
      return { ...sum, models: [...models].map(([model, usage]) => toModelUsage(model, usage)) }
    },
    get knownUsd() {
      const costs = [...models.values()].flatMap(({ costUsd }) => costUsd ?? [])
      return costs.length === 0 ? sum.costUsd : costs.reduce((total, one) => total + one, 0)
    },
    perStep,
    add(usage, { name, price }) {
      const isBrokenOff = usage.steps === 0
      perStep.push(toEntry(usage, isBrokenOff ? sum.steps + 1 : sum.steps + usage.steps))
      sum = addUsage(models.size === 0 ? noUsage(price) : sum, usage)
      models.set(name, addUsage(models.get(name) ?? noUsage(price), usage))
      if (isBrokenOff) return
      const { steps: step, inputTokens, cachedInputTokens, outputTokens, costUsd } = sum
      onEvent({ type: 'step', step, inputTokens, cachedInputTokens, outputTokens, costUsd })
    },
  }
}

const toModelUsage = (model: string, usage: Usage): ModelUsage => {
  const { steps, inputTokens, cachedInputTokens, outputTokens, costUsd } = usage
  return {
    ...{ model, steps, inputTokens, cachedInputTokens, outputTokens },
    costUsd: costUsd && roundMicro(costUsd),
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
