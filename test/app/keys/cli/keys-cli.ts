import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { runKeys } from '../../../../src/app/keys/cli/run-keys.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { COMPILED } from '../../../support/processes/compiled.ts'

const program = fileURLToPath(new URL('../../../../src/app/keys/cli/cli.ts', import.meta.url))

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The command line on a database where the app is installed on these accounts. */
export async function keysCli(
  accounts: { id: number; login: string }[] = [{ id: 7, login: 'Acme' }],
  environment: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = `sqlite:${join(folder, 'p.db')}`
  const store = await openStore(url)
  onTestFinished(() => store.close())
  const installed = accounts.flatMap(({ id, login }) => [
    { key: `account/${login.toLowerCase()}`, value: JSON.stringify({ id, login }) },
    { key: `account-project/${id}/prj_1a`, value: 'prj_1a' },
    { key: `account-project/${id}/prj_1a2b`, value: 'prj_1a2b' },
    { key: `account-project/${id}/prj_2b`, value: 'prj_2b' },
  ])
  await store.commit({ set: installed })
  const env = { DATABASE_URL: url, ...environment }
  const keys = async (...args: string[]): Promise<Ended> => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const code = await runKeys({ args, readEnvironment: () => env, stdout, stderr })
    const said = (stream: PassThrough): Promise<string> => text(stream.end())
    return { code, out: await said(stdout), err: await said(stderr) }
  }

  /** As a child process, with a standard output that takes nothing, as on a full disk. */
  const keysUnheard = async (...args: string[]): Promise<Ended> => {
    const out = openSync(program, 'r')
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...env, ...COMPILED },
      stdio: ['ignore', out, 'pipe'],
    })
    closeSync(out)
    const ended = once(child, 'close')
    const err = child.stderr === null ? '' : await text(child.stderr)
    await ended
    return { code: child.exitCode ?? -1, out: '', err }
  }
  return { store, keys, keysUnheard }
}
