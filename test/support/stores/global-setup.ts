import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVERS_FOLDER } from './shared-servers.ts'
import { howToGet, missingStores } from './stores.ts'

/** Says which stores cannot be tested, and ends the servers that tests have started. */
export default function setUp(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-servers-'))
  chmodSync(folder, 0o711)
  process.env[SERVERS_FOLDER] = folder
  const missing = missingStores()
  if (missing.length > 0) console.warn(`Tests of ${missing.join(' and ')} are skipped: ${howToGet(missing)}`)
  return async () => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.pid')))
      await kill(Number(readFileSync(join(folder, name), 'utf8')))
    // A server that is still ending may add a file meanwhile.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** SIGQUIT: PostgreSQL ends its processes without writing anything. Redis ends like any program. */
async function kill(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      process.kill(pid, tries === 0 ? 'SIGQUIT' : 0)
    } catch {
      return
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
