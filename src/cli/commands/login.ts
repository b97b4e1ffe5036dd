import { createClient, PrenticeError } from '../../client/index.ts'
import { readBaseUrl } from '../../client/settings.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { json } from '../output/plain-text.ts'
import { table } from '../output/table.ts'
import { type Context, originOf, type ServerOption } from './context.ts'
import { type Logins, readLogins, withLogin, withoutLogin, writeLogins } from './logins-file.ts'
import { readSecret } from './read-input.ts'

/** Stores an API key for a server, after the server has accepted it. */
export async function login(
  context: Context,
  address: string | undefined,
  options: ServerOption,
): Promise<ExitCode> {
  const { terminal, signal, environment, loginsPath } = context
  const url = address ?? options.server ?? environment.PRENTICE_URL
  if (!url) throw new CommandError('name the server: `prentice login https://prentice.example.com`')
  const origin = originOf(url)
  // Before a person types a key for it.
  readBaseUrl(url, false)
  const logins = await readLogins(loginsPath)
  const apiKey = await readSecret(terminal, `API key for ${origin}`, signal)
  if (apiKey === '') throw new CommandError('the API key is empty: pipe it in, or type it when asked')
  const first = await probe(url, apiKey, signal)
  await writeLogins(loginsPath, withLogin(logins, url, apiKey))
  const covers =
    first === undefined ? 'no project yet' : `${new URL(first).pathname.slice(1)} and possibly more`
  await terminal.notes.write(
    `Signed in to ${origin}. The key covers ${covers}. It is stored in ${loginsPath}.\n`,
  )
  return EXIT.done
}

/** The first repository that the key covers. */
async function probe(url: string, apiKey: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const client = createClient({ url, apiKey, userAgent: 'prentice-cli' })
    return (await client.projects.list({ signal }).first()).items[0]?.repository
  } catch (error) {
    if (error instanceof PrenticeError && error.status === 401)
      throw new CommandError(`the server does not accept the key: ${error.message}`, EXIT.notSignedIn)
    throw error
  }
}

export async function logout(
  { terminal, loginsPath }: Context,
  address: string | undefined,
  { server }: ServerOption,
): Promise<ExitCode> {
  const logins = await readLogins(loginsPath)
  const given = address ?? server
  const origin = given === undefined ? logins.current : originOf(given)
  if (origin === null || logins.servers[origin] === undefined)
    throw new CommandError(`you are not signed in${origin === null ? '' : ` to ${origin}`}`)
  await writeLogins(loginsPath, withoutLogin(logins, origin))
  await terminal.notes.write(
    `The key for ${origin} is removed from this machine. It stays valid: revoke it if nobody else uses it.\n`,
  )
  return EXIT.done
}

/** The keys that this machine has, by their first and last characters. */
export async function keys(
  { terminal, loginsPath }: Context,
  options: { readonly json?: true },
): Promise<ExitCode> {
  const stored = describeKeys(await readLogins(loginsPath))
  const rows = stored.map(({ server, key, isCurrent }) => [server, key, isCurrent ? 'current' : ''])
  const columns = [{ head: 'SERVER' }, { head: 'KEY' }, { head: '' }]
  if (options.json) await terminal.out.write(`${json(stored)}\n`)
  else if (rows.length > 0) await terminal.out.write(table(terminal.out, columns, rows))
  else await terminal.notes.write('no key is stored: `prentice login https://your-server` stores one\n')
  return EXIT.done
}

const describeKeys = ({ servers, current }: Logins) =>
  Object.entries(servers).map(([server, { apiKey }]) => ({
    server,
    key: `${apiKey.slice(0, 8)}…${apiKey.slice(-4)}`,
    isCurrent: server === current,
  }))
