import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { COMPILED } from '../support/processes/compiled.ts'

const HOUR_MS = 3_600_000
const LIMIT = 100

/** Uses that one process was granted and refused: its clock, and for how many seconds it was sent away. */
type Use = readonly [at: number, retryAfter: number | null]

test('2,000 uses by three processes in two and a half hours of a quick clock: never more than 100 in any hour', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-uses-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const uses: Use[] = []
  // An hour in a second: the same clock for all, begun a moment from now.
  const begin = String(Date.now() + 500)
  const ends = [700, 700, 600].map((times, seed) => {
    const child = fork(
      new URL('./consume-rate-limit.ts', import.meta.url),
      [`sqlite:${join(directory, 'p.db')}`, begin, String(times), String(LIMIT), String(seed)],
      { env: { ...process.env, ...COMPILED } },
    )
    child.on('message', (use) => uses.push(use as Use))
    return once(child, 'exit')
  })
  expect(await Promise.all(ends)).toEqual([1, 2, 3].map(() => [0, null]))
  expect(uses).toHaveLength(2000)

  const granted = uses
    .flatMap(([at, retryAfter]) => (retryAfter === null ? [at] : []))
    .toSorted((a, b) => a - b)
  const inHourUpTo = (at: number) => granted.filter((one) => one > at - HOUR_MS && one <= at).length
  expect(Math.max(...granted.map(inHourUpTo))).toBe(LIMIT)
  expect(granted.length).toBeGreaterThan(2 * LIMIT)
  // A refused request would still have been refused one second before its `Retry-After`.
  for (const [at, retryAfter] of uses) {
    if (retryAfter === null) continue
    const second = 1000
    expect(
      granted.filter((one) => one > at + (retryAfter - 1) * second - HOUR_MS).length,
    ).toBeGreaterThanOrEqual(LIMIT)
  }
})
