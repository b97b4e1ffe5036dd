import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Left } from '../../../src/app/projects/sync-installations.ts'
import { startSyncTimer } from '../../../src/app/timers/catch-up.ts'

const HOUR = 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function started(answers: (Left | null | Error)[]) {
  const calls: { at: number; only: number[] | null }[] = []
  const begun = Date.now()
  const sync = async (only: ReadonlySet<number> | null) => {
    calls.push({ at: Date.now() - begun, only: only && [...only] })
    const answer = answers.shift() ?? null
    if (answer instanceof Error) throw answer
    return answer
  }
  const stop = startSyncTimer({ sync, isMine: () => true, now: Date.now, log: pino({ level: 'silent' }) })
  return { calls, stop, begun }
}

test('only failed installations are retried, and all are synced every six hours', async () => {
  const at = Date.now() + 600_000
  const { calls, stop } = started([{ installations: new Set([7]), at }])
  await vi.advanceTimersByTimeAsync(7 * HOUR)
  stop()
  await vi.advanceTimersByTimeAsync(24 * HOUR)
  expect(calls).toEqual([
    { at: 0, only: null },
    { at: 600_000, only: [7] },
    { at: 6 * HOUR, only: null },
  ])
})

test('a failed list is read again completely, and an error does not end the timer', async () => {
  const at = Date.now() + 60_000
  const { calls, stop } = started([{ installations: null, at }, new Error('the store is away'), null])
  await vi.advanceTimersByTimeAsync(HOUR)
  stop()
  expect(calls.map(({ at, only }) => [at, only])).toEqual([
    [0, null],
    [60_000, null],
    [120_000, null],
  ])
})
