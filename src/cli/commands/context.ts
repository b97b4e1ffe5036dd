import { type Client, createClient } from '../../client/index.ts'
import { chooseServer } from '../login/choose-server.ts'
import { readLogins } from '../login/logins-file.ts'
import type { Terminal } from '../output/terminal.ts'

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

export interface Connected {
  readonly client: Client
  readonly url: string
}

/** A client of the server that the command is for. */
export async function connect(
  { environment, loginsPath }: Pick<Context, 'environment' | 'loginsPath'>,
  { server }: ServerOption,
): Promise<Connected> {
  const logins = await readLogins(loginsPath)
  const { url, apiKey } = chooseServer({ option: server, environment, logins })
  return { client: createClient({ url, apiKey, userAgent: 'prentice-cli' }), url }
}
