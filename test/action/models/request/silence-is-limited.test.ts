import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startIdleTimeout } from '../../../../src/action/models/request/read-stream.ts'

const MINUTE = 60_000
const start = () =>
  startIdleTimeout(new AbortController().signal, { firstChunkMs: 5 * MINUTE, chunkMs: 3 * MINUTE })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ends a silence after the limit', () => {
  const timeout = start()
  vi.advanceTimersByTime(5 * MINUTE - 1)
  expect(timeout.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(timeout.signal.aborted).toBe(true)
})

it('lets signs of life extend the limit, but not beyond 15 minutes', () => {
  const timeout = start()
  for (let minute = 1; minute < 15; minute += 1) {
    vi.advanceTimersByTime(MINUTE)
    timeout.extend()
  }
  vi.advanceTimersByTime(MINUTE - 1)
  expect(timeout.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(timeout.signal.aborted).toBe(true)
})

it('counts the 15 minutes from the last word of the model', () => {
  const timeout = start()
  vi.advanceTimersByTime(4 * MINUTE)
  timeout.restart()
  for (let minute = 1; minute < 15; minute += 1) {
    vi.advanceTimersByTime(MINUTE)
    timeout.extend()
  }
  expect(timeout.signal.aborted).toBe(false)
  vi.advanceTimersByTime(MINUTE)
  expect(timeout.signal.aborted).toBe(true)
})
