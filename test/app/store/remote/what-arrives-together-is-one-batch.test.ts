import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGroupCommit } from '../../../../src/app/store/remote/group-commit.ts'
import { createReadBatches } from '../../../../src/app/store/remote/read-batches.ts'

/** How many reads or commits each batch held, in their order. */
const kinds = {
  reads() {
    const sizes: number[] = []
    const { read } = createReadBatches({
      async fetch(take) {
        const keys = take()
        sizes.push(keys.length)
        return new Map(keys.map((key) => [key, key]))
      },
    })
    return { sizes, add: (n: number) => read([`key ${n}`]) }
  },
  commits() {
    const sizes: number[] = []
    const { commit } = createGroupCommit({
      async apply(batch) {
        sizes.push(batch.length)
        return batch.map(() => true)
      },
      isOutage: () => false,
    })
    return { sizes, add: (n: number) => commit({ set: [{ key: `key ${n}`, value: '' }] }) }
  },
}

test.each(Object.entries(kinds))(
  '%s: one alone waits for one iteration of the event loop',
  async (_, kind) => {
    const { sizes, add } = kind()
    const alone = add(1)
    await nextTurn()
    await nextTurn()
    expect(sizes).toEqual([1])
    await alone
  },
)

test.each(Object.entries(kinds))('%s of consecutive iterations are one batch', async (_, kind) => {
  const { sizes, add } = kind()
  const made = [add(0)]
  for (let turn = 1; turn <= 2; turn++) {
    await nextTurn()
    made.push(add(2 * turn), add(2 * turn + 1))
  }
  await Promise.all(made)
  expect(sizes.slice(0, 2)).toEqual([1, 4])
})

test.each(Object.entries(kinds))('%s wait for at most ten iterations', async (_, kind) => {
  const { sizes, add } = kind()
  const made = [add(0), add(1)]
  for (let turn = 1; turn <= 40; turn++) {
    await nextTurn()
    made.push(add(turn + 1))
  }
  await Promise.all(made)
  expect(Math.max(...sizes)).toBeLessThan(15)
  expect(sizes.length).toBeGreaterThan(1)
})
