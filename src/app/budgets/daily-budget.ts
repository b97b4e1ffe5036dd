import { z } from 'zod'
import { keySpace } from '../store/key-space.ts'
import type { Check, Store, Write } from '../store/store.ts'

/** Estimated model cost of a project on one day in UTC, as the runners report it. */
const Spending = z.looseObject({ day: z.string(), usd: z.number().min(0) })

const DAY_MS = 86_400_000
const KEPT_MS = 3 * DAY_MS

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

export interface Budget {
  /** Name of a monthly budget of the account; absent: the daily budget of the project. */
  readonly name?: string
  readonly capUsd: number
  readonly leftUsd: number
  /** Seconds until the next day begins, or the next month, at 00:00 UTC. */
  readonly resetSeconds: number
}

export async function budgetOf(store: Store, project: string, capUsd: number, now: number): Promise<Budget> {
  const raw = await store.get(keySpace.spending(project))
  const usd = raw === undefined ? 0 : parse(raw, now).usd
  return {
    capUsd,
    leftUsd: Math.max(0, capUsd - usd),
    resetSeconds: Math.ceil((DAY_MS - (now % DAY_MS)) / 1000),
  }
}

/** Part of the commit that records the report of the runner, so that each cost is counted exactly once. */
export async function addSpending(
  store: Store,
  project: string,
  usd: number,
  now: number,
): Promise<{ checks: Check[]; set: Write[] }> {
  if (usd <= 0) return { checks: [], set: [] }
  const key = keySpace.spending(project)
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
