import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startAppServer } from '../support/app/app-server.ts'
import { testRandom } from '../support/random.ts'
import { startPostgres } from '../support/stores/postgres-server.ts'
import { describeRemote, POSTGRES } from '../support/stores/stores.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Above the size of a segment of the write-ahead log, and half a page of PostgreSQL more than a number of whole ones. */
const MAX_FILE = 17 * 1024 * 1024 + 4096
/** Three fill a page up to its reserve. Larger ones would go to another file. */
const VALUE_BYTES = 950
const FILLING = 'fill/'
/** Fits into the rest of no page. */
const PROMPT = 'x'.repeat(1_500)
const FULL_DISK =
  'the disk of the job store is full: nothing was changed; try again when the operator of this server has freed space'

/** PostgreSQL whose files may not grow beyond a limit: a write ends in the middle of a page, as on a full disk. */
async function startWithSmallDisk() {
  const folder = temporaryFolder()
  chmodSync(folder, 0o711)
  const server = await startPostgres({
    folder: join(folder, 'server'),
    isDurable: false,
    maxFileBytes: MAX_FILE,
    // It would free the space of writes that failed.
    settings: { autovacuum: 'off' },
  })
  onTestFinished(() => server.stop())
  return `${server.url}/postgres`
}

describeRemote(POSTGRES, () => {
  it('reads continue on a full disk, creates get 503, and work again when space is freed', async () => {
    const databaseUrl = await startWithSmallDisk()
    const app = await startAppServer({ databaseUrl, rateLimit: 0 })
    const create = () => app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: PROMPT } })
    const path = (await create()).headers.get('location') ?? ''
    const random = testRandom()
    const fill = async (atOnce: number) => {
      for (let n = 0; n < 100; n++) {
        const value = random.bytes(VALUE_BYTES).toString('hex')
        const keys = Array.from({ length: atOnce }, (_, at) => `${FILLING}${atOnce}/${n}/${at}`)
        await app.store.commit({ set: keys.map((key) => ({ key, value })) })
      }
    }
    // Where a batch does not fit, a smaller one may.
    for (const atOnce of [300, 10, 1]) await expect(fill(atOnce)).rejects.toMatchObject({ name: 'StoreFull' })
    await expect.poll(async () => (await create()).status).toBe(503)
    const refused = await create()
    expect([refused.status, refused.json, refused.headers.has('retry-after')]).toEqual([
      503,
      { error: FULL_DISK },
      true,
    ])
    expect((await app.call('GET', path)).status).toBe(200)

    const admin = new Client({ connectionString: databaseUrl })
    await admin.connect()
    onTestFinished(() => admin.end())
    await admin.query("DELETE FROM prentice_entry WHERE convert_from(key, 'UTF8') LIKE $1", [`${FILLING}%`])
    await admin.query('VACUUM prentice_entry')
    expect((await create()).status).toBe(201)
  })
})
