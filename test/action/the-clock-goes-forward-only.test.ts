import { afterEach, expect, it, vi } from 'vitest'
import { steadyClock } from '../../src/action/steady-clock.ts'

afterEach(() => vi.useRealTimers())

it('tells the time, and goes on as before when the clock of the machine is set', () => {
  const before = steadyClock()
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000)
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const after = steadyClock()
  expect(after).toBeGreaterThanOrEqual(before)
  expect(after - before).toBeLessThan(60_000)
})
