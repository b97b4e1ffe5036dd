import { z } from 'zod'
import type { MonthlyBudget } from '../domain/run.ts'
import type { Check, Store, Write } from '../store/store.ts'

export const dailyBudgetKeys = {
  spent: (project: string) => `spend/${project}`,
}

/** Estimated model cost of a project on one day in UTC, as the runners report it. */
const DaySpending = z.looseObject({ day: z.string(), usd: z.number().min(0) })

const DAY_MS = 86_400_000
const KEPT_MS = 3 * DAY_MS

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

export interface Budget {
  /** Name of a monthly budget of the account; absent: the daily budget of the project. */
  readonly name?: string
  readonly capUsd: number
  /** More than the cap, if the last runs were accepted before it was spent. */
  readonly spentUsd: number
  readonly leftUsd: number
  /** When the next day begins, or the next month, at 00:00 UTC: epoch milliseconds. */
  readonly resetAt: number
  /** The same moment in seconds from now, rounded up. */
  readonly resetSeconds: number
}

/** What a budget has left until `resetAt`. */
const budgetUntil = (
  resetAt: number,
  { capUsd, spentUsd, now }: { readonly capUsd: number; readonly spentUsd: number; readonly now: number },
): Budget => ({
  capUsd,
  spentUsd,
  leftUsd: roundMicro(Math.max(0, capUsd - spentUsd)),
  resetAt,
  resetSeconds: Math.ceil((resetAt - now) / 1000),
})

export const budgetOf = async (store: Store, project: string, capUsd: number, now: number): Promise<Budget> =>
  dailyBudget(await store.get(dailyBudgetKeys.spent(project)), capUsd, now)

/** The same of the stored record of the project. */
export function dailyBudget(stored: string | undefined, capUsd: number, now: number): Budget {
  const spentUsd = stored === undefined ? 0 : parseDay(stored, now).usd
  return budgetUntil(now - (now % DAY_MS) + DAY_MS, { capUsd, spentUsd, now })
}

/** Part of the commit that records the report of the runner, so that each cost is counted exactly once. */
export async function addSpending(
  store: Store,
  project: string,
  usd: number,
  now: number,
): Promise<{ checks: Check[]; set: Write[] }> {
  if (usd <= 0) return { checks: [], set: [] }
  const key = dailyBudgetKeys.spent(project)
  const raw = await store.get(key)
  const before = parseDay(raw, now)
  const value = JSON.stringify({ ...before, usd: roundMicro(before.usd + usd) })
  return { checks: [{ key, value: raw ?? null }], set: [{ key, value, expiresAt: now + KEPT_MS }] }
}

function parseDay(raw: string | undefined, now: number): z.infer<typeof DaySpending> {
  const today = { day: dayOf(now), usd: 0 }
  if (raw === undefined) return today
  const stored = DaySpending.parse(JSON.parse(raw))
  return stored.day === today.day ? stored : today
}

export const roundMicro = (usd: number): number => Math.round(usd * 1e6) / 1e6

export const monthlyBudgetKeys = {
  spent: (accountId: number, budget: string) => `budget/${accountId}/${budget}`,
}

/** Estimated model cost of all projects of a budget in one month in UTC, as the runners report it. */
const MonthSpending = z.looseObject({
  /** `YYYY-MM`. */
  month: z.string(),
  usd: z.number().min(0),
  /** The highest cost at which a warning was logged. A budget that was raised warns again. */
  warnedUsd: z.number().default(0),
})

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
    const { usd: spentUsd } = parseMonth(raws[i], now)
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
    const before = parseMonth(raws[i], now)
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

function parseMonth(raw: string | undefined, now: number): z.infer<typeof MonthSpending> {
  const current = { month: monthOf(now), usd: 0, warnedUsd: 0 }
  if (raw === undefined) return current
  const stored = MonthSpending.parse(JSON.parse(raw))
  return stored.month === current.month ? stored : current
}
