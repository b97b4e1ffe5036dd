import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from './postgres-server.ts'
import { startRedis } from './redis-server.ts'
import { STARTS_WITHIN_MS } from './server.ts'

/** The folder of the servers of this run of the tests, in which global-setup.ts finds what it has to end. */
export const SERVERS_FOLDER = 'PRENTICE_TEST_SERVERS'

const STARTERS = { postgres: startPostgres, redis: startRedis }

/**
 * The address of the one server that all workers use. The first worker that asks starts it. A name from
 * TEST_POSTGRES_URL or TEST_REDIS_URL comes first.
 */
export async function sharedServer(kind: keyof typeof STARTERS): Promise<string> {
  const given = process.env[`TEST_${kind.toUpperCase()}_URL`]
  if (given !== undefined) return given
  const all = process.env[SERVERS_FOLDER]
  if (all === undefined) throw new Error('the tests were started without test/support/stores/global-setup.ts')
  const found = join(all, `${kind}.url`)
  if (isFirst(join(all, `${kind}.lock`))) {
    const server = await STARTERS[kind]({ folder: join(all, kind), isDurable: false, isShared: true })
    writeFileSync(join(all, `${kind}.pid`), String(server.pid))
    writeFileSync(`${found}.new`, server.url)
    renameSync(`${found}.new`, found)
  }
  for (const deadline = performance.now() + STARTS_WITHIN_MS; !existsSync(found); ) {
    if (performance.now() > deadline)
      throw new Error(`the server of another worker for ${kind} did not start`)
    await wait(20)
  }
  return readFileSync(found, 'utf8')
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}
