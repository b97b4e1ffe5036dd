import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const addALimitToACache = codeTask({
  name: 'add-a-limit-to-a-cache',
  category: 'feature',
  prompt:
    'The cache grows without bound. Let createCache take the largest number of entries, and drop the entry that was not read or written for the longest time when another one is added.',
  path: 'src/create-cache.ts',
  files: {
    'src/create-cache.ts': block`
      export interface Cache<V> {
        get(key: string): V | undefined
        set(key: string, value: V): void
      }

      export function createCache<V>(): Cache<V> {
        const entries = new Map<string, V>()
        return {
          get: (key) => entries.get(key),
          set(key, value) {
            entries.set(key, value)
          },
        }
      }
      `,
  },
  edits: [
    [`createCache<V>(): Cache<V> {`, `createCache<V>(most: number): Cache<V> {`],
    [
      `    get: (key) => entries.get(key),
    set(key, value) {
      entries.set(key, value)
    },`,
      `    get(key) {
      const value = entries.get(key)
      if (!entries.delete(key)) return undefined
      entries.set(key, value as V)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { createCache } from '../src/create-cache.ts'

    test('the least recently used entry goes', () => {
      const cache = createCache<number>(2)
      cache.set('a', 1)
      cache.set('b', 2)
      assert.equal(cache.get('a'), 1)
      cache.set('c', 3)
      assert.deepEqual(['a', 'b', 'c'].map((key) => cache.get(key)), [1, undefined, 3])
      cache.set('a', 4)
      cache.set('d', 5)
      assert.deepEqual(['a', 'c', 'd'].map((key) => cache.get(key)), [4, undefined, 5])
    })
    `,
  mistakes: {
    'reading does not count': [
      `      entries.set(key, value as V)
      return value`,
      `      entries.set(key, value as V)
      entries.delete(key)
      const rest = [...entries]
      entries.clear()
      entries.set(key, value as V)
      for (const [k, v] of rest) entries.set(k, v)
      return value`,
    ],
    'it holds one entry too many': [`entries.size > most`, `entries.size > most + 1`],
  },
})
