import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createKeyvStore } from '../../../src/app/store/keyv-store.ts'
import { openSqlite } from '../../../src/app/store/open-sqlite.ts'
import { SqliteAdapter } from '../../../src/app/store/sqlite-adapter.ts'

async function givenStore() {
  const adapter = new SqliteAdapter(await openSqlite(':memory:', 0), Date.now, 0)
  const read = vi.spyOn(adapter, 'read')
  const store = createKeyvStore(adapter)
  onTestFinished(() => store.close())
  await store.commit({ set: [{ key: 'k', value: '1' }] })
  return { store, read, reads: () => read.mock.calls.flat(2).filter((key) => key === 'k').length }
}

test('messages that lie ready together read a key once', async () => {
  const { store, reads } = await givenStore()
  store.readTogether()
  store.readTogether()
  expect(await Promise.all([store.get('k'), store.get('k'), store.get('none')])).toEqual([
    '1',
    '1',
    undefined,
  ])
  expect(await store.get('k')).toBe('1')
  expect(reads()).toBe(1)
})

test('the next turn reads anew, and so does who never asked to share', async () => {
  const { store, reads } = await givenStore()
  store.readTogether()
  await store.get('k')
  await nextTurn()
  await Promise.all([store.get('k'), store.get('k')])
  expect(reads()).toBe(3)
})

test('a write that was told of is seen within the same turn', async () => {
  const { store } = await givenStore()
  const written = store.commit({ set: [{ key: 'k', value: '2' }] })
  // The commit was asked for in this turn, so it is written, and told of, before what is shared ends by itself.
  store.readTogether()
  expect(await store.get('k')).toBe('1')
  expect(await written).toBe(true)
  expect(await store.get('k')).toBe('2')
})

test('an outage is not kept', async () => {
  const { store, read } = await givenStore()
  read.mockRejectedValueOnce(new Error('gone'))
  store.readTogether()
  await expect(store.get('other')).rejects.toThrow('gone')
  await nextTurn()
  expect(await store.get('other')).toBeUndefined()
})
