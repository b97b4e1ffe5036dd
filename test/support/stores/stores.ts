import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { Client } from 'pg'
import { describe, onTestFinished } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { findProgram } from './find-program.ts'
import { sharedServer } from './shared-servers.ts'

export interface StoreUnderTest {
  readonly name: string
  /** The URL of an empty database, which goes with the test. */
  readonly newDatabase: () => Promise<string>
}

export const SQLITE: StoreUnderTest = {
  name: 'SQLite',
  newDatabase: async () => `sqlite:${join(temporaryFolder(), 'p.db')}`,
}

export const POSTGRES: StoreUnderTest = {
  name: 'PostgreSQL',
  async newDatabase() {
    const server = await sharedServer('postgres')
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await onPostgres(server, `CREATE DATABASE ${name}`)
    onTestFinished(() => onPostgres(server, `DROP DATABASE ${name} WITH (FORCE)`))
    return databaseUrl(server, name)
  },
}

export const REDIS: StoreUnderTest = {
  name: 'Redis',
  async newDatabase() {
    const server = await sharedServer('redis')
    // Database 0 counts which numbers are taken.
    const number = await onRedis(server, 0, (client) => client.incr('prentice-test-databases'))
    const count = await onRedis(server, 0, (client) => client.configGet('databases'))
    const index = 1 + (number % (Number(count.databases) - 1))
    await onRedis(server, index, (client) => client.flushDb())
    onTestFinished(async () => {
      await onRedis(server, index, (client) => client.flushDb())
    })
    return databaseUrl(server, String(index))
  },
}

/** Signs the records of keys and sessions on PostgreSQL and Redis. */
export const KEY_PEPPER = 'a pepper of the tests, of 32 characters'

/** For the suites that run on each store: an empty database where TEST_STORE says, by default `sqlite`. */
export async function chosenDatabase(sqlite: string): Promise<string> {
  const chosen = [POSTGRES, REDIS].find(({ name }) => name === process.env.TEST_STORE)
  return chosen === undefined ? sqlite : chosen.newDatabase()
}

const PROGRAMS = { PostgreSQL: 'postgres', Redis: 'redis-server' }
const URLS = { PostgreSQL: 'TEST_POSTGRES_URL', Redis: 'TEST_REDIS_URL' }
const PACKAGES = { PostgreSQL: 'postgresql', Redis: 'redis-server' }
type Remote = keyof typeof PROGRAMS

/** The stores that this machine cannot test. */
export const missingStores = (): Remote[] =>
  (['PostgreSQL', 'Redis'] as const).filter(
    (name) => process.env[URLS[name]] === undefined && findProgram(PROGRAMS[name]) === null,
  )

export const howToGet = (missing: readonly Remote[]): string =>
  `apt-get install ${missing.map((name) => PACKAGES[name]).join(' ')}, or set ${missing.map((name) => URLS[name]).join(', ')}`

/** Skipped where the machine has no such server. With MUST_TEST_STORES=1, as in CI, they fail instead. */
export function describeRemote(store: StoreUnderTest, tests: () => void): void {
  const isMissing = missingStores().some((name) => name === store.name)
  const title = isMissing ? `${store.name}: ${howToGet(missingStores())}` : store.name
  describe.skipIf(isMissing && process.env.MUST_TEST_STORES !== '1')(title, tests)
}

/** The tests of each store. */
export function describeEachStore(tests: (store: StoreUnderTest) => void): void {
  describe(SQLITE.name, () => tests(SQLITE))
  for (const store of [POSTGRES, REDIS]) describeRemote(store, () => tests(store))
}

function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function onPostgres(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(server, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const redisAt = (server: string, index: number) =>
  createClient({ url: databaseUrl(server, String(index)), socket: { reconnectStrategy: false } })

async function onRedis<T>(
  server: string,
  index: number,
  work: (client: ReturnType<typeof redisAt>) => Promise<T>,
): Promise<T> {
  const client = redisAt(server, index)
  await client.connect()
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}
