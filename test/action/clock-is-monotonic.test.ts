import { afterEach, expect, it, vi } from 'vitest'
import { monotonicClock } from '../../src/action/start/monotonic-clock.ts'

afterEach(() => vi.useRealTimers())

it('tells the time, and stays monotonic when the clock of the machine is set', () => {
  const before = monotonicClock()
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000)
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const after = monotonicClock()
  expect(after).toBeGreaterThanOrEqual(before)
  expect(after - before).toBeLessThan(60_000)
})
