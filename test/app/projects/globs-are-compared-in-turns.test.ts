import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { filterInTurns, TooManySteps } from '../../../src/app/projects/filter-in-turns.ts'
import { matchNames } from '../../../src/settings/match-name.ts'
import { matchPaths } from '../../../src/settings/match-paths.ts'

/** The largest lists of the settings and of a batch, each with texts that take the most steps. */
const SLOW = [
  ['paths', matchPaths(Array.from({ length: 200 }, () => `${'**/a/'.repeat(59)}b`)), 'a/'.repeat(2040)],
  ['each', matchPaths(Array.from({ length: 50 }, () => `${'*a'.repeat(249)}b`)), 'a'.repeat(4000)],
  ['names', matchNames(Array.from({ length: 50 }, () => `*${'a'.repeat(198)}b`)), 'a'.repeat(4000)],
  ['names with ?', matchNames(Array.from({ length: 50 }, () => `*?${'a'.repeat(196)}b*`)), 'a'.repeat(4096)],
] as const

test.each(SLOW)('no turn has many steps: %s', async (_, compare, text) => {
  let inTurn = 0
  let most = 0
  let isDone = false
  async function countTurns() {
    while (!isDone) {
      await setImmediate()
      most = Math.max(most, inTurn)
      inTurn = 0
    }
  }
  function* counted(one: string) {
    const comparison = compare(one)
    for (;;) {
      const { done, value } = comparison.next()
      if (done === true) return value
      inTurn += value
      yield value
    }
  }
  const turns = countTurns()
  const kept = await filterInTurns([text], counted, { left: Number.POSITIVE_INFINITY })
  isDone = true
  await turns
  expect(kept).toEqual([])
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(5_000_000)
})

test.each(SLOW)('the steps of a list are bounded: %s', async (_, compare, text) => {
  const budget = { left: 100_000_000 }
  const filtered = filterInTurns(Array<string>(100_000).fill(text), compare, budget)
  await expect(filtered).rejects.toThrow(TooManySteps)
  expect(budget.left).toBeGreaterThan(-5_000_000)
})
