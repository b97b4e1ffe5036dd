import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGroupCommit } from '../../../../src/app/store/sqlite/group-commit.ts'

/** How many commits each batch held, in their order. */
function batches() {
  const sizes: number[] = []
  const group = createGroupCommit({
    apply: (commits) => {
      sizes.push(commits.length)
      return commits.map(() => true)
    },
    isBusy: () => false,
    timeoutMs: 0,
  })
  return { sizes, ...group }
}

test('a single commit does not wait', async () => {
  const { sizes, commit } = batches()
  const alone = commit({})
  await nextTurn()
  expect(sizes).toEqual([1])
  expect(await alone).toBe(true)
})

test('commits of consecutive event loop iterations are one batch, until an iteration adds none', async () => {
  const { sizes, commit } = batches()
  const made = [commit({}), commit({})]
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn()
    made.push(commit({}))
  }
  expect(sizes).toEqual([])
  expect(await Promise.all(made)).toEqual([true, true, true, true, true])
  expect(sizes).toEqual([5])
})

test('a constant stream of commits does not delay a commit indefinitely', async () => {
  const { sizes, commit } = batches()
  const made = [commit({}), commit({})]
  for (let turn = 0; turn < 40; turn++) {
    await nextTurn()
    made.push(commit({}))
  }
  await Promise.all(made)
  expect(sizes.length).toBeGreaterThan(3)
  expect(Math.max(...sizes)).toBeLessThan(15)
})

test('`flush` writes what waits immediately, and only once', async () => {
  const { sizes, commit, flush } = batches()
  const made = [commit({}), commit({})]
  await nextTurn()
  flush()
  expect(sizes).toEqual([2])
  expect(await Promise.all([...made, commit({})])).toEqual([true, true, true])
  expect(sizes).toEqual([2, 1])
})

test('each time another process writes, commits wait for the full timeout', async () => {
  const TIMEOUT_MS = 60
  const outcomes = [false, true, false, true]
  const group = createGroupCommit({
    apply: (commits) => {
      if (outcomes.shift() === false) throw new Error('busy')
      return commits.map(() => true)
    },
    isBusy: () => true,
    timeoutMs: TIMEOUT_MS,
  })
  expect(await group.commit({})).toBe(true)
  await sleep(2 * TIMEOUT_MS)
  expect(await group.commit({})).toBe(true)
  expect(outcomes).toEqual([])
})

test('after a process that wrote for too long, commits wait for the next one, too', async () => {
  let failures = Number.POSITIVE_INFINITY
  const group = createGroupCommit({
    apply: (commits) => {
      if (failures-- > 0) throw new Error('busy')
      return commits.map(() => true)
    },
    isBusy: () => true,
    timeoutMs: 60,
  })
  await expect(group.commit({})).rejects.toThrow('busy')
  failures = 1
  expect(await group.commit({})).toBe(true)
})
