import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pickPort } from '../../../../sandbox/world/pick-port.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { findProgram } from '../../../support/stores/find-program.ts'
import { isReady, unprivileged } from '../../../support/stores/postgres-server.ts'
import { describeRemote, POSTGRES } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const PGBOUNCER = findProgram('pgbouncer')
const TITLE = PGBOUNCER === null ? 'behind PgBouncer: apt-get install pgbouncer' : 'behind PgBouncer'

/** PgBouncer in front of an empty database. Returns its URL. */
async function startPooler(mode: 'transaction' | 'session', processes: number): Promise<string> {
  const { hostname, port, username, pathname } = new URL(await POSTGRES.newDatabase())
  const listenPort = await pickPort(0)
  const folder = temporaryFolder()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${processes}
`,
  )
  chmodSync(folder, 0o711)
  const user = unprivileged()
  if (user !== undefined) chownSync(file, user.uid, user.gid)
  const pooler = spawn(PGBOUNCER ?? 'pgbouncer', ['-q', file], { stdio: 'ignore', ...user })
  onTestFinished(async () => {
    const ended = once(pooler, 'exit')
    if (pooler.kill('SIGKILL')) await ended
  })
  const url = `postgres://${username}@127.0.0.1:${listenPort}${pathname}`
  await expect.poll(() => isReady(url).catch(() => false)).toBe(true)
  return url
}

describeRemote(POSTGRES, () =>
  describe.skipIf(PGBOUNCER === null && process.env.MUST_TEST_STORES !== '1')(TITLE, () => {
    it.each([1, 5])('in transaction mode with %i processes is refused', async (processes) => {
      const url = await startPooler('transaction', processes)
      await expect(openStore(url)).rejects.toThrow('it is a connection pooler in transaction mode')
    })

    it('in session mode works', async () => {
      const store = await openStore(await startPooler('session', 10))
      onTestFinished(() => store.close())
      expect(await store.commit({ set: [{ key: 'k', value: 'v' }] })).toBe(true)
      expect(await store.get('k')).toBe('v')
    })
  }),
)
