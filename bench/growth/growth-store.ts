import { chmodSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { Client } from 'pg'
import { startPostgres } from '../../test/support/stores/postgres-server.ts'
import { startRedis } from '../../test/support/stores/redis-server.ts'
import { keepMemoryAwake } from './keep-memory-awake.ts'
import { processCpu } from './process-cpu.ts'

/** Where the databases of different sizes are. */
export interface GrowthStore {
  /** The URL of a new database for so many jobs. */
  newDatabase(jobs: number): Promise<string>
  /** On disk, or in the memory of Redis. */
  bytesOf(jobs: number): Promise<number>
  /**
   * Resolves when the database has completed what filling it has begun, and which reads would pay for. Its memory is kept
   * awake from then on.
   */
  settled(): Promise<void>
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
    settled: async () => {},
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
    settled: async () => {},
    cpuSeconds: () => processCpu(server.pid),
    close: () => server.stop(),
  }
}

async function redis(directory: string): Promise<GrowthStore> {
  const server = await startRedis({
    folder: join(directory, 'redis'),
    isDurable: true,
    // Filling would wait for the disk a hundred thousand times.
    settings: { appendfsync: 'everysec', 'enable-debug-command': 'local' },
  })
  const indexes: number[] = []
  let before = 0
  const bytes = new Map<number, number>()
  let letSleep: () => Promise<unknown> = async () => {}
  const ask = async (...command: string[]): Promise<string> => {
    const client = createClient({ url: server.url })
    await client.connect()
    try {
      return String(await client.sendCommand(command))
    } finally {
      client.destroy()
    }
  }
  const usedMemory = async (): Promise<number> =>
    Number(/^used_memory:(\d+)/m.exec(await ask('INFO', 'memory'))?.[1])
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
    /**
     * While Redis moves its keys to a larger table, it looks in both: a page of a list costs half as much again. By itself, it
     * spends a hundredth of its time on that, which takes up to 20 minutes for a million jobs.
     */
    async settled() {
      await ask('CONFIG', 'SET', 'hz', '500')
      for (let index = 1; index <= indexes.length; index++)
        while ((await ask('DEBUG', 'HTSTATS', String(index))).includes('rehashing target')) await sleep(2_000)
      await ask('CONFIG', 'SET', 'hz', '10')
      // While a child of Redis rewrites the append-only file, each write copies a page of memory first.
      while ((await ask('INFO', 'persistence')).includes('aof_rewrite_in_progress:1')) await sleep(2_000)
      letSleep = keepMemoryAwake(server.pid)
    },
    cpuSeconds: () => processCpu(server.pid),
    async close() {
      await letSleep()
      await server.stop()
    },
  }
}
