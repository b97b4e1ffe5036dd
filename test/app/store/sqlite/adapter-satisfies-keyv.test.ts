import Keyv from 'keyv'
import { expect, it } from 'vitest'
import { openSqlite } from '../../../../src/app/store/sqlite/open-sqlite.ts'
import { SqliteAdapter } from '../../../../src/app/store/sqlite/sqlite-adapter.ts'

it('passes the test suite of keyv for adapters', async () => {
  const keyv = new Keyv<string>({
    store: new SqliteAdapter(await openSqlite(':memory:', 0), Date.now, 0),
    serialization: false,
  })
  expect(await keyv.set('a', '1')).toBe(true)
  expect(await keyv.set('short', '1', 1)).toBe(true)
  await keyv.setMany([
    { key: 'b', value: '2' },
    { key: 'c', value: '3' },
  ])
  expect(await keyv.getMany(['a', 'b', 'none'])).toEqual(['1', '2', undefined])
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await keyv.has('short')).toBe(false)
  expect(await keyv.has(['a', 'none'])).toEqual([true, false])
  expect(await keyv.delete('a')).toBe(true)
  expect(await keyv.delete(['a', 'b'])).toEqual([false, true])
  await keyv.clear()
  expect(await keyv.get('c')).toBeUndefined()
  await keyv.disconnect()
})
