import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readAhead, withReadAhead } from '../../../src/app/store/read-ahead.ts'
import { useCases } from '../../support/app/use-cases.ts'

/** A store that holds a and b, and the keys that are read from it. */
async function countedStore() {
  const { store } = await useCases()
  await store.commit({ set: ['a', 'b'].map((key) => ({ key, value: `stored ${key}` })) })
  const reads: (readonly string[])[] = []
  const counted = {
    ...store,
    get(key: string) {
      reads.push([key])
      return store.get(key)
    },
    getMany(keys: readonly string[]) {
      reads.push(keys)
      return store.getMany(keys)
    },
  }
  return { store: counted, reads }
}

test('a key that was read ahead is not read again, the first time', async () => {
  const { store, reads } = await countedStore()
  const ahead = readAhead(['a', 'c', 'd'], ['ahead', undefined, 'also ahead'])
  const first = withReadAhead(store, ahead)
  expect([await first.get('a'), await first.getMany(['c', 'd'])]).toEqual([
    'ahead',
    [undefined, 'also ahead'],
  ])
  expect(reads).toEqual([])
  expect([await first.get('a'), await first.getMany(['c', 'd'])]).toEqual([
    'stored a',
    [undefined, undefined],
  ])
  expect(reads).toEqual([['a'], ['c', 'd']])
})

test('of several keys, only those that were not read ahead are read, and the values keep their order', async () => {
  const { store, reads } = await countedStore()
  const first = withReadAhead(store, readAhead(['c', 'd'], ['ahead c', undefined]))
  expect(await first.getMany(['a', 'c', 'b', 'd', 'c'])).toEqual([
    'stored a',
    'ahead c',
    'stored b',
    undefined,
    'ahead c',
  ])
  expect(reads).toEqual([['a', 'b']])
})

test('in a later iteration of the event loop, everything is read', async () => {
  const { store, reads } = await countedStore()
  const ahead = readAhead(['a'], ['ahead'])
  await nextTurn()
  const later = withReadAhead(store, ahead)
  expect([await later.get('a'), reads]).toEqual(['stored a', [['a']]])
})
