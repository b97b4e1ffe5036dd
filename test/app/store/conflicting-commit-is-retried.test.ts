import { expect, test } from 'vitest'
import { type Commit, commitWithRetry } from '../../../src/app/store/store.ts'

/** A store whose first `conflicts` commits fail, and a clock that records each delay. */
function contended(conflicts: number) {
  const commits: Commit[] = []
  const delays: number[] = []
  const store = {
    async commit(commit: Commit) {
      commits.push(commit)
      return commits.length > conflicts
    },
  }
  const timing = { random: () => 0.5, sleep: async (ms: number) => void delays.push(ms) }
  return { store, timing, commits, delays }
}

test('the attempt runs again until its commit succeeds, and the last result is returned', async () => {
  const { store, timing, commits, delays } = contended(3)
  let attempts = 0
  const attempt = async () => ({ commit: { del: [`${++attempts}`] }, result: attempts })
  expect(await commitWithRetry(store, 'a record', attempt, timing)).toBe(4)
  expect(commits).toEqual([{ del: ['1'] }, { del: ['2'] }, { del: ['3'] }, { del: ['4'] }])
  expect(delays).toEqual([0.5, 1, 2])
})

test('an attempt without a commit writes nothing and ends the retries', async () => {
  const { store, timing, commits, delays } = contended(Number.POSITIVE_INFINITY)
  let attempts = 0
  const attempt = async () =>
    ++attempts < 3 ? { commit: {}, result: 'lost' } : { result: 'nothing to write' }
  expect(await commitWithRetry(store, 'a record', attempt, timing)).toBe('nothing to write')
  expect([commits.length, delays.length]).toEqual([2, 2])
})

test('the delay stops growing at 50 ms, and 50 conflicts in a row are an error that names the record', async () => {
  const { store, timing, commits, delays } = contended(Number.POSITIVE_INFINITY)
  const endless = commitWithRetry(store, 'job job_1', async () => ({ commit: {}, result: null }), timing)
  await expect(endless).rejects.toThrow('job job_1: 50 writes in a row conflicted with other writers')
  expect(commits).toHaveLength(50)
  expect(delays.slice(4, 9)).toEqual([8, 16, 25, 25, 25])
})

test('an outage is not retried', async () => {
  const { timing, delays } = contended(0)
  const store = { commit: () => Promise.reject(new Error('disk full')) }
  const failing = commitWithRetry(store, 'a record', async () => ({ commit: {}, result: null }), timing)
  await expect(failing).rejects.toThrow('disk full')
  expect(delays).toEqual([])
})
