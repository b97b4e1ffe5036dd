import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createGroupCommit } from '../../../../src/app/store/remote/group-commit.ts'
import type { Commit } from '../../../../src/app/store/store.ts'
import { heldAnswers } from './held-answers.ts'

const put = (key: string): Commit => ({ set: [{ key, value: '' }] })
const keysOf = ({ set = [] }: Commit): string[] => set.map(({ key }) => key)

class Outage extends Error {}

/** A group whose database is `write`: for each commit, whether its checks hold. */
function grouped(write: (keys: readonly string[]) => Promise<readonly boolean[]>) {
  const batches: (readonly string[])[] = []
  const deadlines: number[] = []
  const group = createGroupCommit({
    apply(batch, deadlineMs) {
      const keys = batch.flatMap(keysOf)
      batches.push(keys)
      deadlines.push(deadlineMs)
      return write(keys)
    },
    isOutage: (error) => error instanceof Outage,
  })
  return { group, batches, deadlines }
}

const allWritten = async (keys: readonly string[]) => keys.map(() => true)

function held() {
  const { answers, ask, asked } = heldAnswers<readonly boolean[]>()
  return { ...grouped(ask), answers, asked }
}

const outcomesOf = async (commits: readonly Promise<boolean>[]) =>
  (await Promise.allSettled(commits)).map((one) =>
    one.status === 'fulfilled' ? one.value : one.reason.message,
  )

test('each commit learns whether its own checks held', async () => {
  const { group } = grouped(async (keys) => keys.map((key) => key !== 'b'))
  const commits = ['a', 'b', 'c'].map((key) => group.commit(put(key)))
  expect(await outcomesOf(commits)).toEqual([true, false, true])
})

test('a commit that cannot be written fails alone, and the others keep their order', async () => {
  const { group, batches } = grouped(async (keys) => {
    if (keys.includes('b')) throw new Error('b is too large')
    return keys.map(() => true)
  })
  const commits = ['a', 'b', 'c'].map((key) => group.commit(put(key)))
  expect(await outcomesOf(commits)).toEqual([true, 'b is too large', true])
  expect(batches).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']])
})

test('a commit that arrives while others are written alone is not written with one of them', async () => {
  const { group, batches, answers, asked } = held()
  const commits = ['a', 'b'].map((key) => group.commit(put(key)))
  await asked(1)
  answers[0]?.reject(new Error('one is too large'))
  commits.push(group.commit(put('c')))
  for (let n = 1; n <= 3; n++) {
    await asked(n + 1)
    answers[n]?.resolve([true])
  }
  expect(await outcomesOf(commits)).toEqual([true, true, true])
  expect(batches).toEqual([['a', 'b'], ['a'], ['b'], ['c']])
})

test('in an outage, everyone who waits is answered immediately, and later commits are tried again', async () => {
  const { group, batches, answers, asked } = held()
  const commits = ['a', 'b'].map((key) => group.commit(put(key)))
  await asked(1)
  commits.push(group.commit(put('c')))
  answers[0]?.reject(new Outage('no connection'))
  expect(await outcomesOf(commits)).toEqual(['no connection', 'no connection', 'no connection'])
  expect(batches).toEqual([['a', 'b']])
  const later = group.commit(put('d'))
  await asked(2)
  answers[1]?.resolve([true])
  expect(await later).toBe(true)
})

test('commits that arrive while a batch is written are the next batch', async () => {
  const { group, batches, answers, asked } = held()
  const first = group.commit(put('a'))
  await asked(1)
  const others = ['b', 'c'].map((key) => group.commit(put(key)))
  await nextTurn()
  await nextTurn()
  expect(batches).toEqual([['a']])
  answers[0]?.resolve([true])
  await asked(2)
  answers[1]?.resolve([true, true])
  expect(await outcomesOf([first, ...others])).toEqual([true, true, true])
  expect(batches).toEqual([['a'], ['b', 'c']])
})

/** A commit of three keys: a check, a write and a removal of each. */
const three = (n: number): Commit => ({
  checks: [{ key: `checked ${n}`, value: null }],
  set: [{ key: String(n), value: '' }],
  del: [`deleted ${n}`],
})

test('a batch has at most 500 keys, and a commit with more is a batch of its own', async () => {
  const { group, batches } = grouped(allWritten)
  const large = { ...put('large'), del: Array.from({ length: 500 }, (_, n) => `deleted ${n}`) }
  const commits = Array.from({ length: 200 }, (_, n) => group.commit(three(n)))
  commits.push(group.commit(large), group.commit(put('last')))
  expect(new Set(await outcomesOf(commits))).toEqual(new Set([true]))
  expect(batches.map(({ length }) => length)).toEqual([166, 34, 1, 1])
})

test('exactly 500 keys are one batch', async () => {
  const { group, batches } = grouped(allWritten)
  await Promise.all(Array.from({ length: 500 }, (_, n) => group.commit(put(String(n)))))
  expect(batches).toHaveLength(1)
})

test('2,000 commits wait for a slow database, and one more is refused', async () => {
  const { group, answers, asked } = held()
  const first = group.commit(put('first'))
  await asked(1)
  const waiting = Array.from({ length: 2_000 }, (_, n) => group.commit(put(String(n))))
  await expect(group.commit(put('one more'))).rejects.toThrow('too many writes wait for the database')
  answers[0]?.reject(new Outage('no connection'))
  expect(new Set(await outcomesOf([first, ...waiting]))).toEqual(new Set(['no connection']))
})

test('the time for which a commit has waited is taken from its deadline, but 500 ms are left', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { group, deadlines, answers, asked } = held()
  const commits = [group.commit(put('a'))]
  for (const waited of [800, 900, 1_900]) {
    await asked(commits.length)
    commits.push(group.commit(put('next')))
    vi.advanceTimersByTime(waited)
    answers.at(-1)?.resolve([true])
  }
  await asked(4)
  answers[3]?.resolve([true])
  await Promise.all(commits)
  expect(deadlines).toEqual([2_000, 1_200, 1_100, 500])
})

test('`drain` resolves when all pending commits are written', async () => {
  const { group, batches } = grouped(allWritten)
  const commits = ['a', 'b'].map((key) => group.commit(put(key)))
  await group.drain()
  expect(batches).toEqual([['a', 'b']])
  expect(await outcomesOf(commits)).toEqual([true, true])
  await group.drain()
})
