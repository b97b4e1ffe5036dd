import { chmodSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { Client } from 'pg'
import { startPostgres } from '../../test/support/stores/postgres-server.ts'
import { startRedis } from '../../test/support/stores/redis-server.ts'
import { processCpu } from './process-cpu.ts'

/** Where the databases of different sizes are. */
export interface GrowthStore {
  /** The URL of a new database for so many jobs. */
  newDatabase(jobs: number): Promise<string>
  /** On disk, or in the memory of Redis. */
  bytesOf(jobs: number): Promise<number>
  /** CPU seconds that the database has used; SQLite is part of the server. */
  cpuSeconds(): number
  close(): Promise<void>
}

export async function startGrowthStore(kind: string, directory: string): Promise<GrowthStore> {
  switch (kind) {
    case 'sqlite':
      return sqlite(directory)
    case 'postgres':
      return postgres(directory)
    case 'redis':
      return redis(directory)
    default:
      throw new Error(`--store ${kind}: give sqlite, postgres or redis`)
  }
}

function sqlite(directory: string): GrowthStore {
  const pathOf = (jobs: number): string => join(directory, `${jobs}.db`)
  return {
    newDatabase: async (jobs) => `sqlite:${pathOf(jobs)}`,
    bytesOf: async (jobs) => (await stat(pathOf(jobs))).size,
    cpuSeconds: () => 0,
    close: async () => {},
  }
}

async function postgres(directory: string): Promise<GrowthStore> {
  chmodSync(directory, 0o711)
  const settings = { shared_buffers: '256MB', max_wal_size: '4GB' }
  const server = await startPostgres({ folder: join(directory, 'postgres'), isDurable: true, settings })
  const ask = async (sql: string): Promise<unknown> => {
    const client = new Client({ connectionString: `${server.url}/postgres` })
    await client.connect()
    try {
      const { rows } = await client.query({ text: sql, rowMode: 'array' })
      return rows[0]?.[0]
    } finally {
      await client.end()
    }
  }
  return {
    async newDatabase(jobs) {
      await ask(`CREATE DATABASE jobs_${jobs}`)
      return `${server.url}/jobs_${jobs}`
    },
    bytesOf: async (jobs) => Number(await ask(`SELECT pg_database_size('jobs_${jobs}')`)),
    cpuSeconds: () => processCpu(server.pid),
    close: () => server.stop(),
  }
}

async function redis(directory: string): Promise<GrowthStore> {
  const server = await startRedis({
    folder: join(directory, 'redis'),
    isDurable: true,
    // Filling would wait for the disk a hundred thousand times.
    settings: { appendfsync: 'everysec' },
  })
  const indexes: number[] = []
  let before = 0
  const bytes = new Map<number, number>()
  const usedMemory = async (): Promise<number> => {
    const client = createClient({ url: server.url })
    await client.connect()
    const info = await client.info('memory')
    client.destroy()
    return Number(/^used_memory:(\d+)/m.exec(info)?.[1])
  }
  return {
    async newDatabase(jobs) {
      before = await usedMemory()
      indexes.push(jobs)
      return `${server.url}/${indexes.length}`
    },
    async bytesOf(jobs) {
      const used = bytes.get(jobs) ?? (await usedMemory()) - before
      bytes.set(jobs, used)
      return used
    },
    cpuSeconds: () => processCpu(server.pid),
    close: () => server.stop(),
  }
}
