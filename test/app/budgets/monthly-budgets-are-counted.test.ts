import { expect, test } from 'vitest'
import {
  chargeMonthlyBudgets,
  monthlyBudgetKeys,
  monthlyBudgetsOf,
} from '../../../src/app/budgets/budgets.ts'
import { memoryStore, NOW } from '../job-store/memory-store.ts'

const DAY = 86_400_000
const DECEMBER = Date.parse('2026-12-01T00:00:00Z')
const DOCS = { name: 'docs', usdPerMonth: 100, warnAt: 80 }
const ALL = { name: 'all', usdPerMonth: 20, warnAt: 50 }

async function world(budgets = [DOCS]) {
  const { store, clock } = await memoryStore()
  const charged = { accountId: 77, budgets }
  return {
    store,
    charged,
    /** Returns the names of the budgets that warn. */
    async spend(usd: number, at = NOW, of = charged) {
      clock.at = at
      const { warnings, ...commit } = await chargeMonthlyBudgets(store, of, usd, at)
      expect(await store.commit(commit)).toBe(true)
      return warnings.map(({ budget }) => budget)
    },
    left: async (at = NOW, of = charged) =>
      (await monthlyBudgetsOf(store, of, at)).map(({ leftUsd }) => leftUsd),
  }
}

test('a cost counts for each budget of the run, and for no other account', async () => {
  const { spend, left } = await world([DOCS, ALL])
  await spend(15)
  expect(await left()).toEqual([85, 5])
  await spend(7)
  expect(await left()).toEqual([78, 0])
  expect(await left(NOW, { accountId: 78, budgets: [DOCS] })).toEqual([100])
})

test('a new month in UTC begins with nothing spent', async () => {
  const { store, charged, spend, left } = await world()
  await spend(40)
  expect(await monthlyBudgetsOf(store, charged, DECEMBER - 1)).toEqual([
    { name: 'docs', warnUsd: 80, capUsd: 100, spentUsd: 40, leftUsd: 60, resetAt: DECEMBER, resetSeconds: 1 },
  ])
  expect(await monthlyBudgetsOf(store, charged, DECEMBER)).toEqual([
    {
      ...{ name: 'docs', warnUsd: 80, capUsd: 100, spentUsd: 0, leftUsd: 100 },
      ...{ resetAt: DECEMBER + 31 * DAY, resetSeconds: (31 * DAY) / 1000 },
    },
  ])
  await spend(1, DECEMBER)
  expect(await left(DECEMBER)).toEqual([99])
  expect(JSON.parse((await store.get(monthlyBudgetKeys.spent(77, 'docs'))) ?? '')).toMatchObject({
    month: '2026-12',
    usd: 1,
  })
})

test('a budget warns once in a month, and again if it was raised', async () => {
  const { spend } = await world()
  expect(await spend(79.99)).toEqual([])
  expect(await spend(0.01)).toEqual(['docs'])
  expect(await spend(5)).toEqual([])
  const raised = { accountId: 77, budgets: [{ ...DOCS, usdPerMonth: 200 }] }
  expect(await spend(70, NOW, raised)).toEqual([])
  expect(await spend(5, NOW, raised)).toEqual(['docs'])
  expect(await spend(90, DECEMBER)).toEqual(['docs'])
})

test('simultaneous costs conflict, and the count stays until the month has ended', async () => {
  const { store, charged } = await world()
  const charge = () => chargeMonthlyBudgets(store, charged, 1, NOW)
  const [one, other] = [await charge(), await charge()]
  expect(await store.commit({ checks: one.checks, set: one.set })).toBe(true)
  expect(await store.commit({ checks: other.checks, set: other.set })).toBe(false)
  expect(one.set).toMatchObject([{ expiresAt: DECEMBER + 3 * DAY }])
})

test('without budgets, nothing is read or written', async () => {
  const { store } = await world()
  const closed = { ...store, getMany: () => Promise.reject(new Error('the store was read')) }
  const none = { accountId: 77, budgets: [] }
  expect(await monthlyBudgetsOf(closed, none, NOW)).toEqual([])
  expect(await chargeMonthlyBudgets(closed, none, 1, NOW)).toEqual({ checks: [], set: [], warnings: [] })
  const free = { accountId: 77, budgets: [DOCS] }
  expect(await chargeMonthlyBudgets(closed, free, 0, NOW)).toEqual({ checks: [], set: [], warnings: [] })
})
