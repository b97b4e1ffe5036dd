import { expect, test } from 'vitest'
import { addSpending, budgetOf, dailyBudgetKeys } from '../../../src/app/budgets/budgets.ts'
import { memoryStore, NOW } from '../job-store/memory-store.ts'

const HOUR = 3_600_000

async function world() {
  const { store, clock } = await memoryStore()
  const spend = async (usd: number, at = NOW) => {
    const commit = await addSpending(store, 'p', usd, at)
    expect(await store.commit(commit)).toBe(true)
    return commit
  }
  return { store, clock, spend }
}

test('the rest of the daily budget and the seconds to its reset are known', async () => {
  const { store, spend } = await world()
  expect(await budgetOf(store, 'p', 5, NOW)).toEqual({
    ...{ capUsd: 5, spentUsd: 0, leftUsd: 5 },
    ...{ resetAt: NOW + 12 * HOUR, resetSeconds: 12 * 3600 },
  })
  await spend(1.5)
  await spend(2)
  expect(await budgetOf(store, 'p', 5, NOW + 500)).toMatchObject({ leftUsd: 1.5, resetSeconds: 43_200 })
  expect(await budgetOf(store, 'p', 3, NOW)).toMatchObject({ capUsd: 3, spentUsd: 3.5, leftUsd: 0 })
  expect((await budgetOf(store, 'other', 3, NOW)).leftUsd).toBe(3)
})

test('a new day in UTC begins with nothing spent', async () => {
  const { store, spend, clock } = await world()
  await spend(4)
  expect((await budgetOf(store, 'p', 5, NOW + 12 * HOUR - 1)).leftUsd).toBe(1)
  expect(await budgetOf(store, 'p', 5, NOW + 12 * HOUR)).toEqual({
    ...{ capUsd: 5, spentUsd: 0, leftUsd: 5 },
    ...{ resetAt: NOW + 36 * HOUR, resetSeconds: 86_400 },
  })
  clock.at = NOW + 12 * HOUR
  await spend(0.25, clock.at)
  expect(JSON.parse((await store.get(dailyBudgetKeys.spent('p'))) ?? '')).toEqual({
    day: '2026-11-21',
    usd: 0.25,
  })
})

test('sums have six decimals', async () => {
  const { store, spend } = await world()
  for (let n = 0; n < 3; n++) await spend(0.1)
  await spend(0.000_000_4)
  expect(JSON.parse((await store.get(dailyBudgetKeys.spent('p'))) ?? '').usd).toBe(0.3)
})

test('zero and negative costs are not written', async () => {
  const { spend } = await world()
  expect(await spend(0)).toEqual({ checks: [], set: [] })
  expect(await spend(-1)).toEqual({ checks: [], set: [] })
})

test('a cost is stored for three days and conflicts with a simultaneous one', async () => {
  const { store, spend } = await world()
  const [one, other] = [await addSpending(store, 'p', 1, NOW), await addSpending(store, 'p', 1, NOW)]
  expect([await store.commit(one), await store.commit(other)]).toEqual([true, false])
  expect((await spend(1)).set).toMatchObject([{ expiresAt: NOW + 72 * HOUR }])
})
