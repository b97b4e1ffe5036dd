import type { MonthlyBudget } from '../domain/run.ts'
import { type Allowance, readAllowance } from '../limits/rate-limit.ts'
import type { Store } from '../store/store.ts'
import { type Budget, budgetOf } from './daily-budget.ts'
import { type MonthlyState, monthlyBudgetsOf } from './monthly-budget.ts'

export interface LimitsDeps {
  readonly store: Store
  readonly now: () => number
  readonly dailyCostUsd: number
  /** Requests of a project in an hour; 0 is no limit. */
  readonly rateLimit: number
}

export interface LimitedProject {
  readonly id: string
  readonly accountId: number
  /** Of the account, that cover the project. */
  readonly budgets: readonly MonthlyBudget[]
}

/** How much of its limits a project has used. */
export interface ProjectLimits {
  /** Of the last hour; `limit` 0: there is none. */
  readonly requests: Allowance
  /** Of today in UTC. */
  readonly daily: Budget
  /** Of this month in UTC, shared with other projects. */
  readonly monthly: readonly MonthlyState[]
}

export async function limitsOfProject(
  { store, now, dailyCostUsd, rateLimit }: LimitsDeps,
  { id, accountId, budgets }: LimitedProject,
): Promise<ProjectLimits> {
  const at = now()
  const [requests, daily, monthly] = await Promise.all([
    readAllowance(store, id, rateLimit, at),
    budgetOf(store, id, dailyCostUsd, at),
    monthlyBudgetsOf(store, { accountId, budgets }, at),
  ])
  return { requests, daily, monthly }
}
