import { expect, test } from 'vitest'
import { type Charge, chargeUse, rateLimitKeys } from '../../../src/app/limits/rate-limit.ts'
import { memoryStore, NOW } from '../job-store/memory-store.ts'

const HOUR = 3_600_000

async function counter() {
  const { store, clock } = await memoryStore()
  return {
    store,
    clock,
    async use(limit: number, at: number): Promise<Charge> {
      clock.at = at
      const charge = await chargeUse(store, 'p', limit, at)
      if (charge.kind === 'charged') expect(await store.commit(charge)).toBe(true)
      return charge
    },
    log: async () => JSON.parse((await store.get(rateLimitKeys.uses('p'))) ?? 'null'),
  }
}

test('uses are counted down to zero, and one more is refused', async () => {
  const { use, log } = await counter()
  expect(await use(2, NOW)).toMatchObject({
    kind: 'charged',
    allowance: { limit: 2, remaining: 1, resetSeconds: 3600, resetAt: NOW + HOUR },
  })
  expect(await use(2, NOW + 1_500)).toMatchObject({
    allowance: { limit: 2, remaining: 0, resetSeconds: 3599, resetAt: NOW + HOUR },
  })
  expect(await use(2, NOW + 2_000)).toEqual({
    kind: 'exceeded',
    allowance: { limit: 2, remaining: 0, resetSeconds: 3598, resetAt: NOW + HOUR },
  })
  expect(await log()).toEqual([NOW, NOW + 1_500])
})

test('a use leaves the window after exactly an hour', async () => {
  const { use, log } = await counter()
  await use(1, NOW)
  expect(await use(1, NOW + HOUR - 1)).toMatchObject({ kind: 'exceeded', allowance: { resetSeconds: 1 } })
  expect((await use(1, NOW + HOUR)).kind).toBe('charged')
  expect(await log()).toEqual([NOW + HOUR])
})

test('after the limit was lowered, the next use waits until the log falls below it', async () => {
  const { use } = await counter()
  for (const seconds of [0, 1, 2]) await use(3, NOW + seconds * 1_000)
  expect(await use(2, NOW + 3_000)).toMatchObject({
    kind: 'exceeded',
    allowance: { remaining: 0, resetAt: NOW + 1_000 + HOUR },
  })
})

test('a use recorded after the clock was set back does not leave the window early', async () => {
  const { use, log } = await counter()
  await use(3, NOW + 5_000)
  await use(3, NOW)
  expect(await log()).toEqual([NOW + 5_000, NOW + 5_000])
})

test('without a limit nothing is read or written', async () => {
  const { use, log } = await counter()
  expect(await use(0, NOW)).toEqual({
    kind: 'charged',
    allowance: { limit: 0, remaining: 0, resetSeconds: 0, resetAt: NOW },
    checks: [],
    set: [],
  })
  expect(await log()).toBeNull()
})

test('one of two simultaneous uses is charged, and the record is stored for two hours', async () => {
  const { store, use, clock } = await counter()
  await use(5, NOW)
  const [one, other] = [await chargeUse(store, 'p', 5, NOW + 1), await chargeUse(store, 'p', 5, NOW + 1)]
  if (one.kind !== 'charged' || other.kind !== 'charged') throw new Error('refused')
  expect([await store.commit(one), await store.commit(other)]).toEqual([true, false])
  expect(one.set).toMatchObject([{ key: rateLimitKeys.uses('p'), expiresAt: NOW + 1 + 2 * HOUR }])
  clock.at = NOW
  expect((await chargeUse(store, 'other', 1, NOW)).kind).toBe('charged')
})
