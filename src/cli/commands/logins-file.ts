import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../output/exit-code.ts'

/** The API keys of a person, by the origin of their servers. */
export interface Logins {
  /** The default server of commands; `null`: none. */
  readonly current: string | null
  readonly servers: Readonly<Record<string, { readonly url: string; readonly apiKey: string }>>
}

const NONE: Logins = { current: null, servers: {} }

type Environment = Readonly<Record<string, string | undefined>>

/** In the folder of the user, never in the folder of a repository. */
export function loginsPath(environment: Environment): string {
  const own = environment.XDG_CONFIG_HOME || (process.platform === 'win32' ? environment.APPDATA : undefined)
  return join(own || join(homedir(), '.config'), 'prentice', 'logins.json')
}

export async function readLogins(path: string): Promise<Logins> {
  try {
    // Windows has no such permissions; the profile of a user is closed to other users.
    const { mode } = await stat(path)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CommandError(`others may read ${path}, which has API keys: run \`chmod 600 ${path}\``)
    return parse(await readFile(path, 'utf8'), path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NONE
    throw error
  }
}

function parse(text: string, path: string): Logins {
  try {
    const { current = null, servers } = JSON.parse(text)
    if (typeof servers === 'object' && servers !== null) return { current, servers }
  } catch {
    // The message below says it.
  }
  throw new CommandError(`${path} is not readable: delete it, and sign in again with \`prentice login\``)
}

/** A reader sees the old file or the new one; nobody else sees either. */
export async function writeLogins(path: string, logins: Logins): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(logins, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export const withLogin = (logins: Logins, url: string, apiKey: string): Logins => {
  const { origin } = new URL(url)
  return { current: origin, servers: { ...logins.servers, [origin]: { url, apiKey } } }
}

/** Without this server; another one becomes the current one only by a login. */
export function withoutLogin({ current, servers }: Logins, origin: string): Logins {
  const others = Object.fromEntries(Object.entries(servers).filter(([one]) => one !== origin))
  return { current: current === origin ? null : current, servers: others }
}
