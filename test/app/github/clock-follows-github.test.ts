import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { GithubCall } from '../../../src/app/github/call-observer.ts'
import { createGithubClock } from '../../../src/app/github/github-clock.ts'
import { assertProperty } from '../../support/random.ts'

const NOON = Date.parse('2026-11-20T12:00:00.400Z')
const MINUTE = 60_000

/** An answer of GitHub's at that time by its own clock. */
const answer = (at: number, tookMs = 200, more: Record<string, string> = {}): GithubCall => ({
  method: 'GET',
  path: '/app',
  status: 200,
  headers: new Headers({ date: new Date(at).toUTCString(), 'x-github-request-id': 'a', ...more }),
  tookMs,
})

function given(off: number) {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const time = { off, at: NOON }
  const clock = createGithubClock({ machine: () => time.at + time.off, log })
  const hear = (times = 2) => {
    for (let n = 0; n < times; n++) clock.observe(answer(time.at))
  }
  return { clock, time, hear, lines }
}

test.each([600_000, -600_000, 20_000])('two responses correct a clock that is off by %i ms', (off) => {
  const { clock, hear, lines } = given(off)
  expect(clock.now()).toBe(NOON + off)
  hear(1)
  expect(clock.now()).toBe(NOON + off)
  hear(1)
  expect(Math.abs(clock.now() - NOON)).toBeLessThan(1_500)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(off > 0 ? /ahead of GitHub's/ : /behind GitHub's/)
  hear(10)
  expect(lines).toHaveLength(1)
})

test('a corrected clock is followed again, also when it steps once more', () => {
  const { clock, time, hear, lines } = given(600_000)
  hear()
  time.off = 0
  hear()
  expect(clock.now()).toBe(NOON)
  time.off = -120_000
  hear()
  expect(Math.abs(clock.now() - NOON)).toBeLessThan(1_500)
  expect(lines).toHaveLength(3)
})

test('responses from a proxy, without a date, or with different times change nothing', () => {
  const { clock } = given(0)
  const other = answer(NOON - 10 * MINUTE)
  other.headers?.delete('x-github-request-id')
  const silent = answer(NOON)
  silent.headers?.delete('date')
  const lost: GithubCall = { ...other, status: null, headers: null }
  for (const call of [other, other, other, silent, silent, lost, lost]) clock.observe(call)
  // One from a cache, and the next one, right.
  for (let n = 0; n < 5; n++) {
    clock.observe(answer(NOON - 10 * MINUTE))
    clock.observe(answer(NOON))
  }
  clock.observe(answer(NOON - 10 * MINUTE))
  clock.observe(answer(NOON - 20 * MINUTE))
  expect(clock.now()).toBe(NOON)
})

test('slow responses never change a correct clock, and never make a wrong clock worse', () => {
  const call = fc.record({ took: fc.nat(10_000), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  assertProperty(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.array(call), (off, calls) => {
      const { clock, time } = given(off)
      for (const { took, share } of calls) {
        time.at += took
        clock.observe(answer(time.at - took * share, took))
      }
      const wrong = Math.abs(clock.now() - time.at)
      if (Math.abs(off) < 4_000) expect(clock.now()).toBe(time.at + off)
      expect(wrong).toBeLessThanOrEqual(Math.max(Math.abs(off), 11_000))
    }),
  )
})
