import { expect, test } from 'vitest'
import { retryOptions } from '../../../src/action/stages/push.ts'

const MINUTE = 60_000

/** Until when a rate limit is waited for, so long after the claim of a run of 30 minutes. */
const deadlineAfter = (ms: number): number => {
  const assignment = { limits: { seconds: 1800 } }
  const run = { controlPlane: { assignment }, claimedAt: 1000, now: () => 1000 + ms } as unknown
  return retryOptions(run as Parameters<typeof retryOptions>[0]).deadline - 1000
}

test('a rate limit is retried until the run ends, and for at least five minutes', () => {
  expect(deadlineAfter(0)).toBe(30 * MINUTE)
  expect(deadlineAfter(25 * MINUTE)).toBe(30 * MINUTE)
  expect(deadlineAfter(25 * MINUTE + 1)).toBe(30 * MINUTE + 1)
  expect(deadlineAfter(40 * MINUTE)).toBe(45 * MINUTE)
})
