import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const TIMEOUT_MS = 10_000
const RETRY_MS = 100

/** Creates a key with the app's command line, which knows the account after the webhook of the installation. */
export async function createApiKey(options: {
  readonly cli: string
  readonly account: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}): Promise<string> {
  const args = [options.cli, 'create', '--account', options.account, '--name', 'sandbox', '--json']
  const { cwd, env, signal } = options
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env, signal })
      const created: unknown = JSON.parse(stdout)
      if (typeof created === 'object' && created !== null && 'key' in created) return String(created.key)
      throw new Error('the output of the keys command contains no key')
    } catch (error) {
      if (signal.aborted || performance.now() > deadline) throw error
      await sleep(RETRY_MS, undefined, { signal })
    }
  }
}
