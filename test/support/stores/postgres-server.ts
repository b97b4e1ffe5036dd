import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { findProgram } from './find-program.ts'
import { type DatabaseServer, end, STARTS_WITHIN_MS, startProgram } from './server.ts'

export interface PostgresOptions {
  /** Of the data; must not exist. Users other than root must be able to get to it. */
  readonly folder: string
  /** False: what was committed is lost with the machine, and tests are faster. */
  readonly isDurable: boolean
  readonly isShared?: boolean
  readonly settings?: Readonly<Record<string, string>>
  /** No file grows beyond this. */
  readonly maxFileBytes?: number
}

/** PostgreSQL on loopback. It refuses to run as root, so root starts it as the user that Debian made for it. */
export async function startPostgres({
  folder,
  isDurable,
  isShared = false,
  settings = {},
  ...limit
}: PostgresOptions): Promise<DatabaseServer> {
  const user = unprivileged()
  mkdirSync(folder, { mode: 0o700 })
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(
    program('initdb'),
    ['-D', data, '-U', 'prentice', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'],
    {
      stdio: 'pipe',
      ...user,
    },
  )
  return serve(data, { ...limit, isDurable, isShared, settings, folder }, await pickPort(0), user)
}

/** A replica of the server at `primary`, which has its own data. */
export async function startPostgresReplica(
  primary: DatabaseServer,
  options: PostgresOptions,
): Promise<DatabaseServer & { promote(): void }> {
  const user = unprivileged()
  const { folder } = options
  mkdirSync(folder, { mode: 0o700 })
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(program('pg_basebackup'), ['-D', data, '-d', `${primary.url}/postgres`, '-R', '-c', 'fast'], {
    stdio: 'pipe',
    ...user,
  })
  const server = await serve(data, options, await pickPort(0), user)
  return {
    ...server,
    promote() {
      execFileSync(program('pg_ctl'), ['promote', '-w', '-D', data], { stdio: 'pipe', ...user })
    },
  }
}

/** The server on an existing folder, for example a copy of another. */
async function serve(
  data: string,
  { isDurable, isShared = false, settings = {}, folder, maxFileBytes }: PostgresOptions,
  port: number,
  user: ReturnType<typeof unprivileged>,
): Promise<DatabaseServer> {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    shared_buffers: '32MB',
    max_connections: '200',
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
  const url = `postgres://prentice@127.0.0.1:${port}`
  const command = [
    ...(maxFileBytes === undefined ? [] : [`--fsize=${maxFileBytes}`, program('postgres')]),
    ...args,
  ]
  const path = maxFileBytes === undefined ? program('postgres') : 'prlimit'
  const start = () =>
    startProgram({ path, args: command, user, isReady: () => isReady(`${url}/postgres`) }, isShared)
  let child = await start()
  return {
    url,
    port,
    get pid() {
      return child.pid ?? 0
    },
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      await end(child, 'SIGINT')
      child = await untilFree(start)
    },
    stop: () => end(child, 'SIGINT'),
  }
}

/** The processes of a killed server live on until they notice, and PostgreSQL does not start beside them. */
async function untilFree<T>(start: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + STARTS_WITHIN_MS; ; )
    try {
      return await start()
    } catch (error) {
      if (!String(error).includes('pre-existing shared memory block') || performance.now() > deadline)
        throw error
    }
}

/** Throws while no connection is possible. */
export async function isReady(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The user that Debian made for PostgreSQL, if this is root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function program(name: string): string {
  const path = findProgram(name)
  if (path === null) throw new Error(`${name} is not installed: apt-get install postgresql`)
  return path
}
