import { mkdirSync } from 'node:fs'
import { createClient } from '@redis/client'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { findProgram } from './find-program.ts'
import { type DatabaseServer, end, startProgram } from './server.ts'

export interface RedisOptions {
  /** Of the data; must not exist. */
  readonly folder: string
  /** True: each write is on disk before it is answered. */
  readonly isDurable: boolean
  readonly isShared?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

/** Redis on loopback. */
export async function startRedis({
  folder,
  isDurable,
  isShared = false,
  settings = {},
}: RedisOptions): Promise<DatabaseServer> {
  const path = findProgram('redis-server')
  if (path === null) throw new Error('redis-server is not installed: apt-get install redis-server')
  mkdirSync(folder, { mode: 0o700 })
  const port = await pickPort(0)
  const all = {
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    databases: '1000',
    save: '',
    appendonly: isDurable ? 'yes' : 'no',
    appendfsync: 'always',
    // A primary would wait for its replicas.
    'shutdown-timeout': '0',
    // By default the port plus 10,000, which somebody else may have.
    ...(settings['cluster-enabled'] === 'yes' && { 'cluster-port': String(await pickPort(0)) }),
    ...settings,
  }
  const args = Object.entries(all).flatMap(([key, value]) => [`--${key}`, value])
  const url = `redis://127.0.0.1:${port}`
  const own = settings.requirepass === undefined ? url : `redis://:${settings.requirepass}@127.0.0.1:${port}`
  const start = () => startProgram({ path, args, isReady: () => isReady(own) }, isShared)
  let child = await start()
  return {
    url,
    port,
    get pid() {
      return child.pid ?? 0
    },
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      await end(child, 'SIGTERM')
      child = await start()
    },
    // After a sync with a primary, Redis ignores SIGTERM until it has written its first append-only file:
    // https://github.com/redis/redis/blob/7.0.15/src/server.c (finishShutdown)
    stop: () => end(child, 'SIGKILL'),
  }
}

async function isReady(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } finally {
    if (client.isOpen) client.destroy()
  }
}
