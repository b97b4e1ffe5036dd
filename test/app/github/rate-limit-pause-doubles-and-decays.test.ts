import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRateLimitPauses, forgottenAt, pauseAfter } from '../../../src/app/github/rate-limit-pauses.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { assertProperty } from '../../support/random.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NOW = 1_800_000_000_000

type Pause = ReturnType<typeof pauseAfter>

/** The limit comes back, for a minute, so long after the pause was over. */
const comeBack = (pause: Pause, quietMs: number): { pause: Pause; lengthMs: number } => {
  const now = pause.until + quietMs
  const next = pauseAfter(pause, now + MINUTE, now)
  return { pause: next, lengthMs: next.until - now }
}

test('late responses to the same limit do not double the pause', () => {
  const first = pauseAfter(null, NOW + MINUTE, NOW)
  expect(first).toEqual({ until: NOW + MINUTE, times: 0 })
  expect(pauseAfter(first, NOW + 61 * SECOND, NOW + SECOND)).toEqual({ until: NOW + 61 * SECOND, times: 0 })
  expect(pauseAfter(first, NOW + 30 * SECOND, NOW + SECOND)).toEqual(first)
})

test('the pause doubles each time the limit returns immediately, up to an hour', () => {
  let pause = pauseAfter(null, NOW + MINUTE, NOW)
  const lengths: number[] = []
  for (let n = 0; n < 8; n++) {
    const next = comeBack(pause, 0)
    pause = next.pause
    lengths.push(next.lengthMs / MINUTE)
  }
  expect(lengths).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
})

test('each minute without a limit undoes one doubling', () => {
  const fourTimes: Pause = { until: NOW, times: 4 }
  const lengths = [0, 59, 60, 119, 120, 180, 240, 299, 300, 3_000].map(
    (quiet) => comeBack(fourTimes, quiet * SECOND).lengthMs / MINUTE,
  )
  expect(lengths).toEqual([32, 32, 16, 16, 8, 4, 2, 2, 1, 1])
})

test('an App that slows down after an hour of limits gets short pauses again', () => {
  let pause: Pause = { until: NOW, times: 12 }
  for (let n = 0; n < 4; n++) pause = comeBack(pause, 5 * MINUTE).pause
  expect(comeBack(pause, 5 * MINUTE).lengthMs).toBe(MINUTE)
})

test('for any sequence of limits, a pause ends within an hour, and more quiet time never makes it longer', () => {
  const before = fc.record({
    until: fc.integer({ min: -48, max: 48 }),
    times: fc.integer({ min: 0, max: 40 }),
  })
  assertProperty(
    fc.property(before, fc.integer({ min: -60, max: 3_600 }), fc.nat(HOUR), (given, asked, quiet) => {
      const pause = { until: NOW + given.until * HOUR, times: given.times }
      const next = pauseAfter(pause, NOW + asked * SECOND, NOW)
      expect(next.until).toBeGreaterThan(NOW)
      expect(next.until).toBeLessThanOrEqual(NOW + HOUR)
      expect(comeBack(next, quiet).lengthMs).toBeLessThanOrEqual(comeBack(next, 0).lengthMs)
      expect(comeBack(next, forgottenAt(next) - next.until).lengthMs).toBe(MINUTE)
    }),
  )
})

test('a pause from a clock that was far ahead ends when the clock is corrected', async () => {
  const { store, now, clock } = await useCases()
  const pauses = createRateLimitPauses({ store, now })
  clock.at += 24 * HOUR
  await pauses.begin(1, clock.at + MINUTE)
  clock.at -= 24 * HOUR
  expect(await pauses.until(1)).toBeNull()
  expect(await pauses.begin(1, clock.at + MINUTE)).toBe(clock.at + MINUTE)
  expect(await pauses.until(1)).toBe(clock.at + MINUTE)
})
