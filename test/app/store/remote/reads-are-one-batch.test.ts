import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReadBatches } from '../../../../src/app/store/remote/read-batches.ts'
import { heldAnswers } from './held-answers.ts'

/** Reads of a database that holds each key under its name. */
function held() {
  const batches: (readonly string[])[] = []
  const { answers, ask, asked } = heldAnswers<void>()
  const { read } = createReadBatches({
    async fetch(take) {
      const keys = take()
      batches.push(keys)
      await ask()
      return new Map(keys.map((key) => [key, `value of ${key}`]))
    },
  })
  return { read, batches, answers, asked }
}

const failureOf = (work: Promise<unknown>) => work.catch((error: Error) => error.message)

test('a key that several requests need is read once, and each gets its values in its order', async () => {
  const { read, batches, answers, asked } = held()
  const reads = [read(['a', 'b']), read(['c', 'a'])]
  await asked(1)
  answers[0]?.resolve()
  expect(await Promise.all(reads)).toEqual([
    ['value of a', 'value of b'],
    ['value of c', 'value of a'],
  ])
  expect(batches).toEqual([['a', 'b', 'c']])
})

test('reads that arrive while a batch is read are another batch, which does not wait for it', async () => {
  const { read, batches, answers, asked } = held()
  const first = read(['a'])
  await asked(1)
  const second = read(['b'])
  await asked(2)
  answers[1]?.resolve()
  expect(await second).toEqual(['value of b'])
  answers[0]?.resolve()
  expect(await first).toEqual(['value of a'])
  expect(batches).toEqual([['a'], ['b']])
})

test('a batch has at most 2,000 keys, and a request for more is a batch of its own', async () => {
  const { read, batches, answers, asked } = held()
  const keys = Array.from({ length: 1_000 }, (_, n) => `key ${n}`)
  const others = keys.map((key) => `other ${key}`)
  const many = [...keys, ...others, 'one more']
  const reads = [read(keys), read(others), read(['third']), read(many)]
  await asked(3)
  for (const answer of answers) answer.resolve()
  expect((await Promise.all(reads)).map(({ length }) => length)).toEqual([1_000, 1_000, 1, 2_001])
  expect(batches.map(({ length }) => length)).toEqual([2_000, 1, 2_001])
})

test('if the database is away, everyone who waits is answered immediately, and later reads are tried again', async () => {
  const free = Promise.withResolvers<void>()
  let isAway = true
  const { read } = createReadBatches({
    async fetch(take) {
      if (isAway) await free.promise
      return new Map(take().map((key) => [key, 'there']))
    },
  })
  const first = failureOf(read(['a']))
  await nextTurn()
  await nextTurn()
  const second = failureOf(read(['b']))
  free.reject(new Error('no connection'))
  expect(await Promise.all([first, second])).toEqual(['no connection', 'no connection'])
  isAway = false
  expect(await read(['c'])).toEqual(['there'])
})

test('the failure of a batch also answers those who wait for the next one', async () => {
  const { read, batches, answers, asked } = held()
  const first = failureOf(read(['a']))
  await asked(1)
  const second = failureOf(read(['b']))
  answers[0]?.reject(new Error('no connection'))
  expect(await Promise.all([first, second])).toEqual(['no connection', 'no connection'])
  const third = read(['c'])
  await asked(2)
  for (const answer of answers) answer.resolve()
  expect(await third).toEqual(['value of c'])
  expect(batches.flat()).toEqual(['a', 'c'])
})

test('20,000 reads wait for a busy database, and one more is refused', async () => {
  const { read, answers, asked } = held()
  const reads = Array.from({ length: 20_000 }, () => failureOf(read(['a'])))
  expect(await failureOf(read(['one more']))).toBe('too many reads wait for the database')
  await asked(1)
  for (let n = 1; n <= 10; n++) {
    await asked(n)
    answers[n - 1]?.resolve()
  }
  expect((await Promise.all(reads)).at(-1)).toEqual(['value of a'])
})
