import { join } from 'node:path'
import { createClient } from '@redis/client'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { type Filled, fillJobs } from '../../../../bench/growth/fill-jobs.ts'
import { createRequest } from '../../../../bench/load/create-jobs.ts'
import { INSTALLATION } from '../../../../bench/target/serve-app.ts'
import { startTarget, type Target } from '../../../../bench/target/start-target.ts'
import { startRedis } from '../../../support/stores/redis-server.ts'
import { describeRemote, POSTGRES, REDIS, SQLITE } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const SIZES = [500, 2_000]
/** The benchmarks measure CPU time. What a database does can be counted, and so compared on any machine. */
const MOST_TIMES = 1.2

async function send(app: Target, path: string, body?: unknown): Promise<void> {
  const response = await fetch(app.url + path, {
    headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: String(body) }),
  })
  expect(response.ok).toBe(true)
  await response.text()
}

/** The same requests to a server on any number of jobs. */
async function work(app: Target, { sample }: Filled): Promise<void> {
  const some = sample.filter((_, index) => index % Math.floor(sample.length / 20) === 0).slice(0, 20)
  for (const { project, job } of some) await send(app, `/v2/agent/${project}/job/${job}`)
  const [largest = ''] = app.projects
  for (const query of ['', '&status=completed', '&status=active', '&status=archived'])
    await send(app, `/v2/agent/${largest}/jobs?limit=20${query}`)
  await send(app, '/v2/jobs?limit=20')
  for (const project of app.projects.slice(0, 10)) {
    const { path = '', body } = createRequest(project)
    await send(app, path, body)
  }
}

/** What `count` counts while a server works on each number of jobs. */
async function countEach(
  newDatabase: () => Promise<string>,
  count: (databaseUrl: string) => Promise<number>,
): Promise<number[]> {
  const counts: number[] = []
  for (const jobs of SIZES) {
    const databaseUrl = await newDatabase()
    const filled = await fillJobs(databaseUrl, INSTALLATION, jobs)
    const before = await count(databaseUrl)
    const app = await startTarget('app', databaseUrl)
    const ownBefore = (await app.usage()).reads
    await work(app, filled)
    const own = (await app.usage()).reads - ownBefore
    await app.stop()
    counts.push((await count(databaseUrl)) - before + own)
  }
  return counts
}

function expectNoGrowth([few = 0, many = 0]: readonly number[]): void {
  expect(few).toBeGreaterThan(50)
  expect(many).toBeLessThanOrEqual(few * MOST_TIMES)
}

it('on SQLite, a server reads as often', async () => {
  expectNoGrowth(await countEach(SQLITE.newDatabase, async () => 0))
})

describeRemote(POSTGRES, () => {
  it('reads as many rows and index entries', async () => {
    /** Sessions report what they did when they end, at the latest. */
    const rowsRead = async (connectionString: string): Promise<number> => {
      const client = new Client({ connectionString })
      await client.connect()
      const ask = async (sql: string) =>
        Number((await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0])
      await expect
        .poll(() =>
          ask(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'prentice' AND datname = current_database()",
          ),
        )
        .toBe(0)
      const read = await ask(
        'SELECT (SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_user_tables) + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)',
      )
      await client.end()
      return read
    }
    expectNoGrowth(await countEach(POSTGRES.newDatabase, rowsRead))
  })
})

describeRemote(REDIS, () => {
  it('runs as many commands, in scripts too', async () => {
    const server = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: false })
    onTestFinished(() => server.stop())
    const commands = async (): Promise<number> => {
      const client = createClient({ url: server.url })
      await client.connect()
      const stats = await client.info('commandstats')
      client.destroy()
      return [...stats.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0)
    }
    let databases = 0
    expectNoGrowth(await countEach(async () => `${server.url}/${++databases}`, commands))
  })
})
