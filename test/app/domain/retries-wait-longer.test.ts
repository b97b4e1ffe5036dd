import { expect, test } from 'vitest'
import { backoff, jitter } from '../../../src/app/domain/backoff.ts'

test.each([
  [0, 1_000, 2_000],
  [1, 2_000, 4_000],
  [7, 128_000, 256_000],
  [8, 150_000, 300_000],
  [10_000, 150_000, 300_000],
])('after %i attempts the wait is %i to %i ms', (tried, least, most) => {
  expect(backoff(tried, () => 0)).toBe(least)
  expect(backoff(tried, () => 1)).toBe(most)
  expect(backoff(tried, () => 0.5)).toBe((least + most) / 2)
})

test('jobs with the same due time are spread over nine seconds', () => {
  expect([0, 0.5, 1].map((random) => jitter(() => random))).toEqual([1_000, 5_500, 10_000])
})
