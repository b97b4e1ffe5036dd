import { mkdtempSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../test/support/stores/find-program.ts'
import { startPostgres } from '../../test/support/stores/postgres-server.ts'
import { startRedis } from '../../test/support/stores/redis-server.ts'
import type { DatabaseServer } from '../../test/support/stores/server.ts'
import { atLeast, atMost, type Figure, figure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { createJobs, createRequest } from '../load/create-jobs.ts'
import { startTarget, type Target } from '../target/start-target.ts'
import { measureRequests } from './measure-requests.ts'

const JOBS = 2_000
const WARM_UP = 200
const MEASURED = 1_000

interface RemoteStore {
  readonly name: string
  readonly program: string
  readonly start: (folder: string) => Promise<DatabaseServer>
  readonly database: string
}

/** Of the bare server. */
const GET_GOAL = 0.3

const STORES: readonly RemoteStore[] = [
  {
    name: 'PostgreSQL',
    program: 'postgres',
    start: (folder) => startPostgres({ folder, isDurable: true }),
    database: '/postgres',
  },
  {
    name: 'Redis',
    program: 'redis-server',
    start: (folder) => startRedis({ folder, isDurable: true }),
    database: '/0',
  },
]

/** Starts each server that this machine has, with every write on disk before it is answered. */
export async function measureStores(say: (one: Figure) => void): Promise<void> {
  for (const store of STORES) {
    if (findProgram(store.program) === null)
      console.error(`${store.name}: skipped, because it is not installed`)
    else await measureStore(store, say)
  }
}

async function measureStore(store: RemoteStore, say: (one: Figure) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-bench-store-'))
  await chmod(folder, 0o711)
  const server = await store.start(join(folder, 'server'))
  const bare = await startTarget('bare')
  const app = await startTarget('app', server.url + store.database)
  try {
    const [project = ''] = app.projects
    const paths = await createJobs(app, project, JOBS)
    const [get, create] = await measureRequests(bare, app, [
      {
        name: `${store.name}: get, ${JOBS.toLocaleString('en')} jobs`,
        load: { requests: paths.map((path) => ({ method: 'GET', path })), status: 200 },
      },
      {
        name: `${store.name}: create, 100 projects`,
        load: { requests: app.projects.map(createRequest), status: 201 },
      },
    ])
    if (get !== undefined) say(atLeast(GET_GOAL, get))
    if (create !== undefined) say(create)
    say(atMost(2, figure(`${store.name}: get, idle server`, await latencyOf(app, paths), 'ms, p50')))
  } finally {
    await Promise.all([bare.stop(), app.stop()])
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The median time of one get on an open connection. */
async function latencyOf(app: Target, paths: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let count = 0; count < WARM_UP + MEASURED; count++) {
    const started = performance.now()
    await getOnce(agent, app, paths[count % paths.length] ?? '')
    if (count >= WARM_UP) times.push(performance.now() - started)
  }
  agent.destroy()
  return median(times)
}

const getOnce = (agent: Agent, { url, key }: Target, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    request(`${url}${path}`, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      const { statusCode } = response
      response.resume().once('end', () => {
        if (statusCode === 200) resolve()
        else reject(new Error(`GET ${path}: ${statusCode}`))
      })
    })
      .once('error', reject)
      .end()
  })
