import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { StoreUnavailable } from '../../../../src/app/store/store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const newFile = () => join(temporaryFolder(), 'p.db')

it('rejects reads and writes when the table cannot be read, keeping the cause', async () => {
  const path = newFile()
  const store = await openStore(`sqlite:${path}`)
  onTestFinished(() => store.close())
  // Opening the store reads, and all reads of one callback of the event loop share a snapshot.
  await nextTurn()
  const other = new DatabaseSync(path)
  other.exec('DROP TABLE entry')
  other.close()
  const failure = await store.get('k').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreUnavailable)
  expect(failure).toMatchObject({ cause: { message: 'no such table: entry' } })
  await expect(store.getMany(['k'])).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(store.commit({ checks: [{ key: 'k', value: null }] })).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(store.list({ prefix: 'due/', limit: 1 })).rejects.toBeInstanceOf(StoreUnavailable)
})

it('rejects a write while another process locks the file, and works again after that', async () => {
  const path = newFile()
  const store = await openStore(`sqlite:${path}`, { busyTimeoutMs: 20 })
  onTestFinished(() => store.close())
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const set = [{ key: 'k', value: 'v' }]
  await expect(store.commit({ set })).rejects.toThrow('the database could not be written: database is locked')
  expect(await store.get('k')).toBeUndefined()
  other.exec('ROLLBACK')
  expect(await store.commit({ set })).toBe(true)
})

it('refuses to start on a read-only file', async () => {
  const path = newFile()
  await (await openStore(`sqlite:${path}`)).close()
  const file = openSync(path, 'r+')
  // A write version SQLite does not know makes the file read-only, for root as well.
  writeSync(file, new Uint8Array([9]), 0, 1, 18)
  closeSync(file)
  const failure = await openStore(`sqlite:${path}`).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreUnavailable)
  expect(String(failure)).toContain('attempt to write a readonly database')
})
