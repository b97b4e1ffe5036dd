import { type Client, createClient } from '../../client/index.ts'
import { whyNoKey } from '../../client/settings.ts'
import { CommandError, EXIT } from '../output/exit-code.ts'
import type { Terminal } from '../output/terminal.ts'
import { type Logins, readLogins } from './logins-file.ts'

/** What every command works with. */
export interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where the command was called. */
  readonly folder: string
  readonly loginsPath: string
  readonly terminal: Terminal
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly now: () => number
  readonly openInBrowser: (url: string) => Promise<void>
}

export interface ServerOption {
  readonly server?: string
}

export interface JsonOption extends ServerOption {
  readonly json?: true
}

/** A client of the server that the command is for. */
export async function connect(
  { environment, loginsPath }: Pick<Context, 'environment' | 'loginsPath'>,
  { server }: ServerOption,
): Promise<Client> {
  const logins = await readLogins(loginsPath)
  const { url, apiKey } = chooseServer({ option: server, environment, logins })
  return createClient({ url, apiKey, userAgent: 'prentice-cli' })
}

const SIGN_IN = 'run `prentice login https://your-server`, or set PRENTICE_URL and PRENTICE_API_KEY'

/**
 * The server of a command and the key for it. The server comes from the option, the environment or the file of logins, and
 * from nothing in a repository. A key is used only for the origin that it was given for.
 */
export function chooseServer({
  option,
  environment,
  logins,
}: {
  /** `--server` */
  readonly option: string | undefined
  readonly environment: Context['environment']
  readonly logins: Logins
}): { readonly url: string; readonly apiKey: string } {
  const url = option || environment.PRENTICE_URL || logins.servers[logins.current ?? '']?.url
  const key = environment.PRENTICE_API_KEY?.trim()
  const why = key ? whyNoKey(key) : null
  if (why !== null) throw new CommandError(`PRENTICE_API_KEY ${why}`, EXIT.notSignedIn)
  if (!url) {
    const why = key ? 'PRENTICE_API_KEY is set, but no server' : 'you are not signed in to a server'
    throw new CommandError(`${why}: ${SIGN_IN}`, EXIT.notSignedIn)
  }
  const origin = originOf(url)
  if (key && isKeyFor(origin, option, environment.PRENTICE_URL)) return { url, apiKey: key }
  if (key && !option && !environment.PRENTICE_URL)
    throw new CommandError(
      'PRENTICE_API_KEY is set without PRENTICE_URL: set both, or unset it to use your login',
      EXIT.notSignedIn,
    )
  const login = logins.servers[origin]
  if (login === undefined)
    throw new CommandError(
      `you are not signed in to ${origin}: run \`prentice login ${origin}\``,
      EXIT.notSignedIn,
    )
  return { url, apiKey: login.apiKey }
}

/** PRENTICE_API_KEY belongs to PRENTICE_URL; without that, to the server that the person names on the command line. */
const isKeyFor = (origin: string, option: string | undefined, named: string | undefined): boolean =>
  named ? originOf(named) === origin : option !== undefined

export function originOf(url: string): string {
  if (!URL.canParse(url))
    throw new CommandError(`${JSON.stringify(url)} is not the address of a server: write https://…`)
  return new URL(url).origin
}
