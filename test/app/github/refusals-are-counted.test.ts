import { expect, test } from 'vitest'
import { judgeRefusal, openDoubts } from '../../../src/app/github/doubt.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const REFUSAL = { code: 'repository-gone', repository: 7, isThere: false }
type Doubts = Parameters<typeof judgeRefusal>[0]

/** Repeats a refusal whenever it is to be asked again. Returns the seconds at which it was, or `null`: it is never final. */
function repeat(refusal: typeof REFUSAL, start: number, times = 50): number[] | null {
  let doubts: Doubts = []
  let now = start
  const asked: number[] = []
  for (let i = 0; i < times; i++) {
    const judged = judgeRefusal(doubts, refusal, now)
    doubts = judged.doubts
    asked.push((now - start) / SECOND)
    if (judged.verdict.kind === 'final') return asked
    now = judged.verdict.until
  }
  return null
}

test('a refusal is final when it was repeated three times in two and a half minutes', () => {
  expect(repeat(REFUSAL, 0)).toEqual([0, 20, 60, 150])
})

test('a refusal that GitHub contradicts is never final', () => {
  expect(repeat({ ...REFUSAL, isThere: true }, 0)).toBeNull()
})

test('refusals at one moment count once', () => {
  let doubts: Doubts = []
  for (let i = 0; i < 100; i++) {
    const judged = judgeRefusal(doubts, REFUSAL, i)
    expect(judged.verdict).toEqual({ kind: 'wait', until: 20 * SECOND })
    doubts = judged.doubts
  }
})

test('a refusal is forgotten after ten minutes without a question, or a minute after it became final', () => {
  const { doubts } = judgeRefusal([], REFUSAL, 0)
  expect(judgeRefusal(doubts, REFUSAL, 11 * MINUTE).doubts).toMatchObject([{ asked: 0, confirmed: 0 }])
  const final = [{ ...REFUSAL, asked: 3, confirmed: 3, nextAt: 0 }]
  expect(judgeRefusal(final, REFUSAL, 59 * SECOND).verdict).toEqual({ kind: 'final' })
  expect(judgeRefusal(final, REFUSAL, 61 * SECOND).verdict).toMatchObject({ kind: 'wait' })
})

test('after the clock was set back, a doubt starts again', () => {
  const { doubts } = judgeRefusal([], REFUSAL, 60 * MINUTE)
  expect(judgeRefusal(doubts, REFUSAL, 0).verdict).toEqual({ kind: 'wait', until: 20 * SECOND })
})

test('an installation has a limited number of doubts', () => {
  let doubts: Doubts = []
  for (let repository = 0; repository < 300; repository++)
    doubts = judgeRefusal(doubts, { ...REFUSAL, repository }, 0).doubts
  expect(doubts.length).toBe(200)
})

test.each([
  ['app-uninstalled', [7, 8]],
  ['ip-not-allowed', [7, 8]],
  ['repository-gone', [7]],
  ['permission-missing', []],
  ['workflow-missing', []],
])('a doubt about %s stops the work on the repositories %j', (code, stopped) => {
  const { doubts } = judgeRefusal([], { ...REFUSAL, code }, 0)
  expect([7, 8].filter((repository) => openDoubts(doubts, repository, 0).length > 0)).toEqual(stopped)
})
