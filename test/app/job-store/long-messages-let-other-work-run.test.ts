import { expect, test } from 'vitest'
import { messageWrite, readMessages } from '../../../src/app/job-store/messages.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { countTurns } from '../../support/count-turns.ts'

const ORIGIN = { kind: 'key', id: 'k', name: 'ci' } as const

/** Reads messages of these texts; how many reads of the store that took, and turns of the event loop beside them. */
async function read(texts: readonly string[]) {
  const { store } = await useCases()
  const set = texts.map((text, i) => messageWrite('job', i + 1, { text, at: 1, origin: ORIGIN }))
  await store.commit({ set })
  let reads = 0
  const counted: typeof store = {
    ...store,
    getMany: (keys) => {
      reads += 1
      return store.getMany(keys)
    },
  }
  const { value, turns } = await countTurns(() => readMessages(counted, 'job', 1, texts.length))
  expect(value.map(({ message }) => message?.text)).toEqual(texts)
  return { reads, turns }
}

test('each long message is parsed in its own turn of the event loop, and at most three are read together', async () => {
  const long = await read(Array.from({ length: 7 }, (_, n) => `${n}`.repeat(100_000)))
  const short = await read(Array.from({ length: 7 }, (_, n) => `${n}`))
  expect([long.reads, short.reads]).toEqual([3, 3])
  expect(long.turns - short.turns).toBeGreaterThanOrEqual(7)
})
