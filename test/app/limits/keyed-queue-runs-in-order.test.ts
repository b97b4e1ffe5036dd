import { expect, test } from 'vitest'
import { createKeyedQueue } from '../../../src/app/limits/rate-limit.ts'
import { StoreUnavailable } from '../../../src/app/store/store.ts'

test('work of one name runs in order, concurrently with work of other names', async () => {
  const inTurn = createKeyedQueue()
  const told: string[] = []
  const work = (name: string, n: number, gate: Promise<void> = Promise.resolve()) =>
    inTurn(name, async () => {
      told.push(`${name}${n} begins`)
      await gate
      told.push(`${name}${n} ends`)
      return n
    })
  const { promise, resolve } = Promise.withResolvers<void>()
  const all = [work('a', 1, promise), work('a', 2), work('b', 3)]
  expect(await all[2]).toBe(3)
  expect(told).toEqual(['a1 begins', 'b3 begins', 'b3 ends'])
  resolve()
  expect(await Promise.all(all)).toEqual([1, 2, 3])
  expect(told.slice(3)).toEqual(['a1 ends', 'a2 begins', 'a2 ends'])
})

test('a failure rejects only its own work, an outage all work that waits, and neither rejects later work', async () => {
  const inTurn = createKeyedQueue()
  const fail = (error: Error) => inTurn('a', () => Promise.reject(error))
  const succeed = () => inTurn('a', async () => 'done')
  expect(await Promise.allSettled([fail(new Error('damaged')), succeed()])).toMatchObject([
    { reason: { message: 'damaged' } },
    { value: 'done' },
  ])
  const outage = new StoreUnavailable('gone')
  expect(await Promise.allSettled([fail(outage), succeed(), succeed()])).toEqual(
    Array(3).fill({ status: 'rejected', reason: outage }),
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect(await succeed()).toBe('done')
})
