import { z } from 'zod'
import type { MonthlyBudget } from '../domain/run.ts'
import type { Check, Store, Write } from '../store/store.ts'
import { type Budget, budgetUntil, roundMicro } from './daily-budget.ts'

export const monthlyBudgetKeys = {
  spent: (accountId: number, budget: string) => `budget/${accountId}/${budget}`,
}

/** Estimated model cost of all projects of a budget in one month in UTC, as the runners report it. */
const Spending = z.looseObject({
  /** `YYYY-MM`. */
  month: z.string(),
  usd: z.number().min(0),
  /** The highest cost at which a warning was logged. A budget that was raised warns again. */
  warnedUsd: z.number().default(0),
})

const KEPT_MS = 3 * 86_400_000

const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

function endOfMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** The budgets that a run or a project is charged to, and the account that they belong to. */
export interface ChargedBudgets {
  readonly accountId: number
  readonly budgets: readonly MonthlyBudget[]
}

/** What a monthly budget has left. */
export interface MonthlyState extends Budget {
  readonly name: string
  /** The cost at its `warn-at`. */
  readonly warnUsd: number
}

const warnUsdOf = ({ usdPerMonth, warnAt }: MonthlyBudget): number => roundMicro((usdPerMonth * warnAt) / 100)

/** Without budgets nothing is read. */
export async function monthlyBudgetsOf(
  store: Store,
  { accountId, budgets }: ChargedBudgets,
  now: number,
): Promise<MonthlyState[]> {
  if (budgets.length === 0) return []
  const raws = await store.getMany(budgets.map(({ name }) => monthlyBudgetKeys.spent(accountId, name)))
  return budgets.map((budget, i) => {
    const { usd: spentUsd } = parse(raws[i], now)
    const { name, usdPerMonth: capUsd } = budget
    return { name, warnUsd: warnUsdOf(budget), ...budgetUntil(endOfMonth(now), { capUsd, spentUsd, now }) }
  })
}

/** A budget that has just reached its `warn-at`. */
export interface BudgetWarning {
  readonly account: number
  readonly budget: string
  readonly usd: number
  readonly usdPerMonth: number
}

/** Part of the commit that charges the daily budget. `warnings` are due once it has succeeded. */
export async function chargeMonthlyBudgets(
  store: Store,
  { accountId, budgets }: ChargedBudgets,
  usd: number,
  now: number,
): Promise<{ checks: Check[]; set: Write[]; warnings: BudgetWarning[] }> {
  const charge = { checks: [] as Check[], set: [] as Write[], warnings: [] as BudgetWarning[] }
  if (usd <= 0 || budgets.length === 0) return charge
  const raws = await store.getMany(budgets.map(({ name }) => monthlyBudgetKeys.spent(accountId, name)))
  for (const [i, budget] of budgets.entries()) {
    const { name, usdPerMonth } = budget
    const key = monthlyBudgetKeys.spent(accountId, name)
    const before = parse(raws[i], now)
    const after = { ...before, usd: roundMicro(before.usd + usd) }
    const warnUsd = warnUsdOf(budget)
    const isCrossed = after.usd >= warnUsd && before.warnedUsd < warnUsd
    if (isCrossed) charge.warnings.push({ account: accountId, budget: name, usd: after.usd, usdPerMonth })
    const value = JSON.stringify(isCrossed ? { ...after, warnedUsd: warnUsd } : after)
    charge.checks.push({ key, value: raws[i] ?? null })
    charge.set.push({ key, value, expiresAt: endOfMonth(now) + KEPT_MS })
  }
  return charge
}

function parse(raw: string | undefined, now: number): z.infer<typeof Spending> {
  const current = { month: monthOf(now), usd: 0, warnedUsd: 0 }
  if (raw === undefined) return current
  const stored = Spending.parse(JSON.parse(raw))
  return stored.month === current.month ? stored : current
}
