import { DEFAULT_TOKENS, type Limits } from '../../../contract/runner-protocol/assignment.ts'
import type { ProjectConfig } from '../../projects/config/project-config.ts'

/** The smallest cost limit of a run. Otherwise a run may use what is left of its budgets. */
const MIN_USD = 0.01

export const smallest = (amounts: readonly (number | undefined)[]): number =>
  Math.min(...amounts.filter((amount) => amount !== undefined))

export const limitsOf = (limits: Limits, config: ProjectConfig, leftUsd: number): Limits => ({
  steps: config.limits.steps ?? limits.steps,
  seconds:
    config.limits.minutes === null ? limits.seconds : Math.max(1, Math.round(config.limits.minutes * 60)),
  costUsd: Math.max(MIN_USD, Math.min(config.limits.costUsd ?? limits.costUsd, leftUsd)),
  tokens: config.limits.tokens ?? limits.tokens ?? DEFAULT_TOKENS,
})
