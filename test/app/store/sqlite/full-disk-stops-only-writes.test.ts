import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../../../src/app/store/sqlite/open-sqlite.ts'
import { SqliteAdapter } from '../../../../src/app/store/sqlite/sqlite-adapter.ts'
import { createKeyvStore } from '../../../../src/app/store/storage-adapter.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { samples } from '../../metrics/samples.ts'

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

const TOKEN = 'a-token-of-the-tests'
const FULL_DISK =
  'the disk of the job store is full: nothing was changed; try again when the operator of this server has freed space'

test('on a full disk reads continue and creates get 503; with free space creates work again, and no refused job exists', async () => {
  const disk = await smallDisk()
  const app = await startAppServer({
    database: disk.path,
    store: () => disk.store,
    github: dispatchingGithub(),
    rateLimit: 0,
    metricsToken: TOKEN,
  })
  const ready = async () => {
    const { status, json } = await app.call('GET', '/readyz')
    return [status, json]
  }
  const metrics = async () => {
    const response = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await response.text()
    const value = (name: string) => samples(text, name)['']
    return [value('prentice_store_full'), value('prentice_store_full_writes_total')]
  }
  const FULL = { error: FULL_DISK }
  const create = () =>
    app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x'.repeat(10_000) } })
  const before = await create()
  expect(before.status).toBe(201)
  expect([await ready(), await metrics()]).toEqual([
    [200, { status: 'ready' }],
    [0, 0],
  ])
  const path = before.headers.get('location') ?? ''

  disk.fill()
  const statuses: number[] = []
  // What free pages are left is used up first.
  for (let n = 0; n < 20; n++) statuses.push((await create()).status)
  const refused = await create()
  expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([503, '5', FULL])
  const accepted = statuses.filter((status) => status === 201).length
  expect(statuses.filter((status) => status === 503)).toHaveLength(20 - accepted)
  expect(await ready()).toEqual([503, FULL])
  expect(await metrics()).toEqual([1, 21 - accepted])
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
  expect([await ready(), await metrics()]).toEqual([
    [200, { status: 'ready' }],
    [0, 31 - accepted],
  ])
  const listed = await app.call('GET', `/v2/agent/${app.project}/jobs?limit=100`)
  expect((listed.json.jobs as unknown[]).length).toBe(2 + accepted)
  const file = new DatabaseSync(disk.path)
  expect(file.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  file.close()
})
