import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const WITHIN_MS = 10_000
const AGAIN_MS = 100

/** Makes a key with the app's own command line. It knows the account once the installation's webhook is through. */
export async function makeApiKey(options: {
  readonly cli: string
  readonly account: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}): Promise<string> {
  const args = [options.cli, 'create', '--account', options.account, '--name', 'sandbox', '--json']
  const { cwd, env, signal } = options
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env, signal })
      const made: unknown = JSON.parse(stdout)
      if (typeof made === 'object' && made !== null && 'key' in made) return String(made.key)
      throw new Error('the answer of the keys command holds no key')
    } catch (error) {
      if (signal.aborted || performance.now() > deadline) throw error
      await sleep(AGAIN_MS, undefined, { signal })
    }
  }
}
