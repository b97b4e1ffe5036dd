import { z } from 'zod'
import type { Check, Store, Write } from '../store/store.ts'

export const dailyBudgetKeys = {
  spent: (project: string) => `spend/${project}`,
}

/** Estimated model cost of a project on one day in UTC, as the runners report it. */
const Spending = z.looseObject({ day: z.string(), usd: z.number().min(0) })

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
export const budgetUntil = (
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
  const spentUsd = stored === undefined ? 0 : parse(stored, now).usd
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
  const before = parse(raw, now)
  const value = JSON.stringify({ ...before, usd: roundMicro(before.usd + usd) })
  return { checks: [{ key, value: raw ?? null }], set: [{ key, value, expiresAt: now + KEPT_MS }] }
}

function parse(raw: string | undefined, now: number): z.infer<typeof Spending> {
  const today = { day: dayOf(now), usd: 0 }
  if (raw === undefined) return today
  const stored = Spending.parse(JSON.parse(raw))
  return stored.day === today.day ? stored : today
}

export const roundMicro = (usd: number): number => Math.round(usd * 1e6) / 1e6
