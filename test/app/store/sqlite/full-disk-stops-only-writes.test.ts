import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createKeyvStore } from '../../../../src/app/store/keyv-store.ts'
import { openSqlite } from '../../../../src/app/store/sqlite/open-sqlite.ts'
import { SqliteAdapter } from '../../../../src/app/store/sqlite/sqlite-adapter.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** A database that may not grow: SQLite says and does the same as on a disk without space. */
async function smallDisk() {
  const path = join(temporaryFolder(), 'p.db')
  const database = await openSqlite(path, 5_000)
  const pages = () => Number(database.prepare('PRAGMA page_count').get()?.page_count)
  const store = createKeyvStore(new SqliteAdapter(database, () => 1_800_000_000_000, 0))
  onTestFinished(() => store.close())
  return {
    path,
    store,
    fill: () => database.exec(`PRAGMA max_page_count = ${pages()}`),
    free: () => database.exec('PRAGMA max_page_count = 1000000'),
  }
}

test('reads go on, creates are 503, and with space again all goes on, without a trace of the refused', async () => {
  const disk = await smallDisk()
  const app = await startAppServer({ database: disk.path, store: () => disk.store, rateLimit: 0 })
  const create = () =>
    app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x'.repeat(10_000) } })
  const before = await create()
  expect(before.status).toBe(201)
  const path = before.headers.get('location') ?? ''

  disk.fill()
  const statuses: number[] = []
  // What free pages are left is used up first.
  for (let n = 0; n < 20; n++) statuses.push((await create()).status)
  const refused = await create()
  expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([
    503,
    '5',
    { error: expect.stringContaining('nothing was changed') },
  ])
  const accepted = statuses.filter((status) => status === 201).length
  expect(statuses.filter((status) => status === 503)).toHaveLength(20 - accepted)
  // Many in one batch: SQLite undoes the whole transaction at the first that does not fit.
  const atOnce = await Promise.all(Array.from({ length: 10 }, create))
  expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([503]))
  expect([(await app.call('GET', path)).status, (await app.call('GET', path)).text]).toEqual([
    200,
    before.text,
  ])
  expect((await app.call('GET', '/v2/projects')).status).toBe(200)
  expect(app.logged.join('')).toContain('database or disk is full')

  disk.free()
  expect((await create()).status).toBe(201)
  const listed = await app.call('GET', `/v2/agent/${app.project}/jobs?limit=100`)
  expect((listed.json.jobs as unknown[]).length).toBe(2 + accepted)
  const file = new DatabaseSync(disk.path)
  expect(file.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  file.close()
})
