import { describe, expect, it } from 'vitest'
import { DEFAULT_RETRY_SETTINGS } from '../../../../src/action/models/providers/retry-settings.ts'
import { type FailedTries, planRetry } from '../../../../src/action/models/request/ask-with-retries.ts'
import type { ModelError } from '../../../../src/action/models/request/classify-model-error.ts'

type Temporary = Extract<ModelError, { kind: 'temporary' }>
const BUSY: Temporary = {
  kind: 'temporary',
  detail: 'overloaded',
  retryAfterMs: 0,
  isBusy: true,
  isLimit: false,
}
const FIRST: FailedTries = { failed: 1, incomplete: 0, elapsedMs: 0 }
const plan = (error: Partial<Temporary>, soFar: Partial<FailedTries> = {}, random = 0.5) =>
  planRetry({ ...BUSY, ...error }, { ...FIRST, ...soFar }, { settings: DEFAULT_RETRY_SETTINGS, random })

describe('the next try of a model call', () => {
  it('waits longer each time, at most a minute, for five minutes in all', () => {
    const pauses: number[] = []
    let elapsedMs = 0
    for (let failed = 1; ; failed += 1) {
      const pause = plan({}, { failed, elapsedMs })
      if (pause === null) break
      pauses.push(pause / 1000)
      elapsedMs += pause
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60])
  })

  it.each([
    [0, 48_000],
    [0.5, 60_000],
    [0.999_999, 71_999.976],
  ])('is spread by chance (%f)', (random, pause) => {
    expect(plan({}, { failed: 20 }, random)).toBeCloseTo(pause, 3)
  })

  it('waits as long as the provider asks, and gives up if that is too long', () => {
    expect(plan({ retryAfterMs: 600_000 }, { elapsedMs: 200_000 })).toBe(600_000)
    expect(plan({ retryAfterMs: 1 })).toBe(2000)
    expect(plan({ retryAfterMs: 15 * 60_000 + 1 })).toBeNull()
  })

  it('is one of five for interrupted answers, which may be charged, however long they take', () => {
    expect(plan({ isBusy: false }, { failed: 4, incomplete: 4, elapsedMs: 1_000_000 })).toBe(16_000)
    expect(plan({ isBusy: false }, { failed: 5, incomplete: 5 })).toBeNull()
    expect(plan({}, { failed: 7, incomplete: 5 })).toBe(60_000)
  })
})
