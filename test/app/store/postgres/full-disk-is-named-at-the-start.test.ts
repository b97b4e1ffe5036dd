import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { startPostgres, unprivileged } from '../../../support/stores/postgres-server.ts'
import { describeRemote, POSTGRES } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

describeRemote(POSTGRES, () => {
  it('says that the disk is probably full if PostgreSQL cannot write what a new connection needs', async () => {
    const above = temporaryFolder()
    chmodSync(above, 0o711)
    const folder = join(above, 'server')
    const server = await startPostgres({ folder, isDurable: false })
    onTestFinished(() => server.stop())
    // Processes that it starts from now on write no file beyond a page, as on a full disk.
    execFileSync('prlimit', ['--pid', String(server.pid), '--fsize=8192'], unprivileged())
    for (const file of globSync(join(folder, '**/pg_internal.init'))) rmSync(file)
    await expect(openStore(`${server.url}/postgres`)).rejects.toThrow(
      /could not write init file: its disk is probably full: free space there$/,
    )
  })
})
