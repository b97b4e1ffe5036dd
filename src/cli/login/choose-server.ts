import { CommandError, EXIT } from '../output/exit-code.ts'
import type { Logins } from './logins-file.ts'

export interface Access {
  readonly url: string
  readonly apiKey: string
}

export interface ServerSources {
  /** `--server` */
  readonly option: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly logins: Logins
}

const SIGN_IN = 'run `prentice login https://your-server`, or set PRENTICE_URL and PRENTICE_API_KEY'

/**
 * The server of a command and the key for it. The server comes from the option, the environment or the file of logins, and
 * from nothing in a repository. A key is used only for the origin that it was given for.
 */
export function chooseServer({ option, environment, logins }: ServerSources): Access {
  const url = option || environment.PRENTICE_URL || logins.servers[logins.current ?? '']?.url
  const key = environment.PRENTICE_API_KEY
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
