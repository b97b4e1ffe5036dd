import { expect, test } from 'vitest'
import { createLog } from '../../../src/app/log/create-log.ts'
import { createStoreBackoff } from '../../../src/app/timers/due-timer.ts'

function given() {
  const clock = { at: 1_800_000_000_000 }
  const backoff = createStoreBackoff({ now: () => clock.at, ...createLog('silent') })
  /** Seconds until due work continues after a failure. */
  const secondsAfterFailure = (): number => {
    backoff.fail(new Error('disk full'))
    let seconds = 0
    for (; backoff.isActive(); seconds++) clock.at += 1_000
    return seconds
  }
  return { clock, ...backoff, secondsAfterFailure }
}

test('due work waits twice as long after each failure, and at most 15 seconds', () => {
  const { secondsAfterFailure } = given()
  expect(Array.from({ length: 6 }, secondsAfterFailure)).toEqual([1, 2, 4, 8, 15, 15])
})

test('after a success the next failure waits a second', () => {
  const { secondsAfterFailure, succeed } = given()
  for (let n = 0; n < 3; n++) secondsAfterFailure()
  succeed()
  expect(secondsAfterFailure()).toBe(1)
})

test('failures while it waits do not add up', () => {
  const { clock, fail, isActive, secondsAfterFailure } = given()
  for (let n = 0; n < 5; n++) fail(new Error('disk full'))
  clock.at += 1_000
  expect(isActive()).toBe(false)
  expect(secondsAfterFailure()).toBe(2)
})

test('a clock that is set back ends the wait', () => {
  const { clock, fail, isActive } = given()
  fail(new Error('disk full'))
  clock.at -= 14_000
  expect(isActive()).toBe(true)
  clock.at -= 1
  expect(isActive()).toBe(false)
})
