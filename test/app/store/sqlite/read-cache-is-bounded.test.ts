import { expect, test } from 'vitest'
import { createReadCache } from '../../../../src/app/store/sqlite/sqlite-adapter.ts'

const NOW = 1_000
const cache = (at = { now: NOW }) => createReadCache(() => at.now)
const lasting = (value: string | undefined) => ({ value, expiresAt: null })

test('values of up to 4,096 characters are cached', () => {
  const { get, put } = cache()
  put('a', lasting('x'.repeat(4_096)))
  put('b', lasting('x'.repeat(4_097)))
  expect([get('a')?.length, get('b')]).toEqual([4_096, null])
})

test('2,000 reads are cached, and one more clears the cache', () => {
  const { get, put } = cache()
  for (let n = 0; n < 2_000; n++) put(`key ${n}`, lasting(String(n)))
  expect([get('key 0'), get('key 1999')]).toEqual(['0', '1999'])
  put('one more', lasting('x'))
  expect([get('key 0'), get('key 1999'), get('one more')]).toEqual([null, null, 'x'])
})

test('an absent key is cached, an unknown one is not', () => {
  const { get, put } = cache()
  put('a', lasting(undefined))
  expect([get('a'), get('b')]).toEqual([undefined, null])
})

test('a value is absent from the moment at which it expires', () => {
  const at = { now: NOW }
  const { get, put } = cache(at)
  put('a', { value: 'x', expiresAt: NOW + 1 })
  expect(get('a')).toBe('x')
  at.now += 1
  expect(get('a')).toBeUndefined()
})

test('a written key, or all keys, can be removed from the cache', () => {
  const { get, put, forget, forgetAll } = cache()
  put('a', lasting('x'))
  put('b', lasting('y'))
  forget('a')
  expect([get('a'), get('b')]).toEqual([null, 'y'])
  forgetAll()
  expect(get('b')).toBeNull()
})
