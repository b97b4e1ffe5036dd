import { DEFAULT_TOKENS, type Limits } from '../../../contract/runner-protocol/assignment.ts'
import type { Budget } from '../../budgets/daily-budget.ts'
import type { ProjectConfig } from '../../projects/project-config.ts'

/** The smallest cost limit of a run. Otherwise a run may use what is left of its budgets. */
const MIN_USD = 0.01

/** Caps of the cost besides the limit of the settings. */
export interface CostCaps {
  /** Of the project for today, and of its account for this month. */
  readonly budgets: readonly Pick<Budget, 'name' | 'leftUsd'>[]
  /** Of a job of a batch. */
  readonly capUsd: number | undefined
}

export function limitsOf(limits: Limits, config: ProjectConfig, { budgets, capUsd }: CostCaps): Limits {
  const own = Math.min(config.limits.costUsd ?? limits.costUsd, capUsd ?? Number.POSITIVE_INFINITY)
  const [least] = budgets.toSorted((one, other) => one.leftUsd - other.leftUsd)
  const costBudget = least !== undefined && least.leftUsd < own ? describeRest(least) : null
  return {
    steps: config.limits.steps ?? limits.steps,
    seconds:
      config.limits.minutes === null ? limits.seconds : Math.max(1, Math.round(config.limits.minutes * 60)),
    costUsd: Math.max(MIN_USD, Math.min(own, least?.leftUsd ?? own)),
    ...(costBudget !== null && { costBudget }),
    tokens: config.limits.tokens ?? limits.tokens ?? DEFAULT_TOKENS,
  }
}

const describeRest = ({ name }: Pick<Budget, 'name'>): string =>
  name === undefined
    ? "all that was left of the project's budget for today. New work is refused until the next day begins, at 00:00 UTC"
    : `all that was left of the organisation's budget ${name} for this month. New work is refused until an owner of the organisation raises it, or the next month begins`
