import { expect, test } from 'vitest'
import { readResults, runKeys } from '../../../src/app/job-store/run-history.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { countTurns } from '../../support/count-turns.ts'

const RUNS = Array.from({ length: 45 }, (_, i) => ({ number: i + 1 }))

/** Reads the results of runs of which each changed files with so long a path; how often other work had its turn. */
async function turnsOf(length: number): Promise<number> {
  const { store } = await useCases()
  const changedFiles = { total: 100, paths: Array.from({ length: 100 }, () => 'a'.repeat(length)) }
  const result = {
    outcome: 'failed',
    reason: { code: 'x', message: 'y' },
    acknowledged: 1,
    summary: null,
    published: null,
  }
  const value = JSON.stringify({ ...result, usage: null, changedFiles })
  // The last run has reported none.
  const set = RUNS.slice(0, -1).map(({ number }) => ({ key: runKeys.result('job', number), value }))
  await store.commit({ set })
  const { value: read, turns } = await countTurns(() => readResults(store, 'job', RUNS))
  expect(read.map((one) => one?.changedFiles ?? null)).toEqual([...set.map(() => changedFiles), null])
  return turns
}

test('other work has a turn while the long results of many runs are read, and none is needed for short ones', async () => {
  const short = await turnsOf(1)
  expect((await turnsOf(1_000)) - short).toBeGreaterThanOrEqual(43)
})
