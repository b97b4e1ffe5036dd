import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { openSqlite } from '../../../../src/app/store/sqlite/open-sqlite.ts'
import { SqliteAdapter } from '../../../../src/app/store/sqlite/sqlite-adapter.ts'
import { createKeyvStore } from '../../../../src/app/store/storage-adapter.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function givenStore() {
  const path = join(temporaryFolder(), 'p.db')
  const clock = { at: 1_000 }
  const database = await openSqlite(path, 1000)
  const adapter = new SqliteAdapter(database, () => clock.at, 1000)
  const read = vi.spyOn(adapter, 'read')
  const store = createKeyvStore(adapter)
  onTestFinished(() => store.close())
  const other = await openStore(`sqlite:${path}`, { now: () => clock.at })
  onTestFinished(() => other.close())
  return { store, other, database, clock, reads: () => read.mock.calls.length }
}

const put = (key: string, value: string, expiresAt?: number) => ({
  set: [{ key, value, ...(expiresAt !== undefined && { expiresAt }) }],
})

test('a value, or the absence of a key, is read once', async () => {
  const { store, reads } = await givenStore()
  await store.commit(put('k', '1'))
  for (let n = 0; n < 3; n++)
    expect([await store.get('k'), await store.get('none')]).toEqual(['1', undefined])
  expect(await store.getMany(['k', 'none'])).toEqual(['1', undefined])
  expect(reads()).toBe(3)
})

test('own writes, removals, and writes of another process are seen', async () => {
  const { store, other } = await givenStore()
  expect(await store.get('k')).toBeUndefined()
  await store.commit(put('k', '1'))
  expect(await store.get('k')).toBe('1')
  await other.commit(put('k', '2'))
  expect(await store.get('k')).toBe('2')
  expect(await other.get('k')).toBe('2')
  await store.commit({ del: ['k'] })
  expect([await store.get('k'), await other.get('k')]).toEqual([undefined, undefined])
})

test('a check sees a write of another process, although its key is cached', async () => {
  const { store, other } = await givenStore()
  await store.commit(put('k', '1'))
  expect([await store.get('k'), await store.get('absent')]).toEqual(['1', undefined])
  await other.commit({ set: [...put('k', '2').set, ...put('absent', '2').set] })
  const checked = (key: string, value: string | null) =>
    store.commit({ checks: [{ key, value }], ...put(key, '3') })
  expect([await checked('k', '1'), await checked('absent', null)]).toEqual([false, false])
  expect(await checked('k', '2')).toBe(true)
  expect(await store.get('k')).toBe('3')
})

test('a check sees the writes before it in its batch', async () => {
  const { store } = await givenStore()
  await store.commit(put('k', '1'))
  expect(await store.get('k')).toBe('1')
  const increment = () => store.commit({ checks: [{ key: 'k', value: '1' }], ...put('k', '2') })
  expect(await Promise.all([increment(), increment()])).toEqual([true, false])
})

test('a cached value expires on time', async () => {
  const { store, clock } = await givenStore()
  await store.commit(put('k', '1', 2_000))
  expect(await store.get('k')).toBe('1')
  clock.at = 1_999
  expect(await store.get('k')).toBe('1')
  clock.at = 2_000
  expect(await store.get('k')).toBeUndefined()
  expect(await store.getMany(['k'])).toEqual([undefined])
})

test('a failed commit does not change the cache', async () => {
  const { store, database } = await givenStore()
  await store.commit(put('k', '1'))
  expect(await store.get('k')).toBe('1')
  database.exec('PRAGMA max_page_count = 20')
  const tooMuch = { set: [...put('k', '2').set, ...put('x', 'x'.repeat(1_000_000)).set] }
  await expect(store.commit(tooMuch)).rejects.toThrow('the disk of the database is full')
  expect(await store.get('k')).toBe('1')
})

test('long values are not cached, and the number of cached values is limited', async () => {
  const { store, reads } = await givenStore()
  await store.commit(put('long', 'x'.repeat(5_000)))
  for (let n = 0; n < 2; n++) expect(await store.get('long')).toHaveLength(5_000)
  expect(reads()).toBe(2)
  await store.get('first')
  for (let n = 0; n < 2_000; n++) await store.get(`other-${n}`)
  const before = reads()
  await store.get('first')
  expect(reads() - before).toBe(1)
})
