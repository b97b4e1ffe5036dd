import { expect, test } from 'vitest'
import { messageKeys, readFittingMessages } from '../../../src/app/job-store/messages.ts'
import { memoryStore, NOW } from './memory-store.ts'

const JOB = 'job_1'

/** Messages of these lengths, numbered from 1; `null`: deleted. */
async function stored(lengths: readonly (number | null)[]) {
  const { store } = await memoryStore()
  await store.commit({
    set: lengths.flatMap((length, i) =>
      length === null
        ? []
        : [
            {
              key: messageKeys.record(JOB, i + 1),
              value: JSON.stringify({ text: 'x'.repeat(length), at: NOW }),
            },
          ],
    ),
  })
  return async (first: number, last: number) =>
    (await readFittingMessages(store, JOB, first, last)).map(({ number, message }) => [
      number,
      message?.text.length ?? null,
    ])
}

test('all messages of a range are read, also across several reads', async () => {
  const read = await stored(Array.from({ length: 13 }, (_, i) => i))
  const all = Array.from({ length: 13 }, (_, i) => [i + 1, i])
  expect(await read(1, 13)).toEqual(all)
  expect(await read(3, 12)).toEqual(all.slice(2, 12))
  expect(await read(4, 4)).toEqual([[4, 3]])
  expect(await read(2, 1)).toEqual([])
})

test('the message that goes beyond a mebibyte is the last; exactly a mebibyte does not', async () => {
  const half = 512 * 1024
  expect(await (await stored([half, half, 1, 1]))(1, 4)).toEqual([
    [1, half],
    [2, half],
    [3, 1],
  ])
  // In the second read.
  const late = await stored([1, 1, 1, 1, 1, half, half, 1])
  expect((await late(1, 8)).map(([number]) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a deleted message has no length', async () => {
  const read = await stored([null, 3, null])
  expect(await read(1, 3)).toEqual([
    [1, null],
    [2, 3],
    [3, null],
  ])
})
