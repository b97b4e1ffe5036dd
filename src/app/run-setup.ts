import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AppCredentials,
  credentialVariables,
  openCredentialsFile,
  recoverCredentials,
  whyNotWritable,
} from './config/credentials-file.ts'
import { ownAction } from './config/own-action.ts'
import type { SetupConfig } from './config/read-start.ts'
import { type Conversion, convertManifest } from './github/rest/convert-manifest.ts'
import { readPublicly } from './github/rest/read-publicly.ts'
import { drainServer } from './http/server/drain-server.ts'
import { createSetupGate, TOKEN_MINUTES } from './http/setup/setup-gate.ts'
import { createSetupServer } from './http/setup/setup-server.ts'
import { listen } from './net/listen.ts'
import { whyUnreachable } from './net/why-unreachable.ts'
import { SHUTDOWN_SIGNALS } from './ops/shutdown-signals.ts'

export interface Registered {
  /** The variables that the registration has provided. */
  readonly variables: Readonly<Record<string, string>>
  /** The port that the setup pages were served on. */
  readonly port: number
  /** Gives the port free. */
  readonly release: () => Promise<void>
}

const DRAIN = { quietMs: 100, limitMs: 2_000 }
/** GitHub answers within this time, or the credentials are lost anyway. */
const END_MS = 25_000

/** Serves the setup pages until the App is registered. `tell` writes to the terminal. */
export async function runSetup(setup: SetupConfig, tell: (text: string) => void): Promise<Registered> {
  const gate = createSetupGate({ now: Date.now, randomBytes })
  let converting: Promise<Conversion> | null = null
  const registered = Promise.withResolvers<AppCredentials>()
  const server = createSetupServer({
    setup,
    gate,
    randomBytes,
    convert(code) {
      converting = convertManifest(setup, code)
      return converting
    },
    whyNotWritable,
    openFile: openCredentialsFile,
    ownAction: async () => (await ownAction(new URL(setup.serverUrl).host)) ?? '',
    actions: readPublicly(setup),
    onRegistered(credentials, isDelivered) {
      if (!isDelivered) tell(describeUndelivered(setup.credentialsFile))
      registered.resolve(credentials)
    },
  })
  const port = await listen(server, {
    host: setup.host,
    port: setup.port,
    variables: { host: 'HOST', port: 'PORT' },
  })
  // A signal does not cut off what can be done only once.
  const end = (): void => {
    const underWay = converting?.then(() => sleep(500)) ?? Promise.resolve()
    void Promise.race([underWay, sleep(END_MS)]).then(() => process.exit(0))
  }
  for (const signal of SHUTDOWN_SIGNALS) process.once(signal, end)
  tell(`Prentice listens on ${setup.host}:${port}\n\n${invitation(setup, gate.token)}`)
  const credentials = await registered.promise
  return {
    variables: credentialVariables(credentials),
    port,
    async release() {
      await drainServer(server, DRAIN)
      for (const signal of SHUTDOWN_SIGNALS) process.off(signal, end)
    },
  }
}

/** Before the configuration is read: completes what an earlier process was killed in the middle of. */
export async function recoverSetup(path: string, tell: (text: string) => void): Promise<void> {
  const { kind } = await recoverCredentials(path)
  if (kind === 'recovered') tell(`The credentials of an interrupted setup were recovered: ${path}\n`)
  if (kind === 'lost') tell(LOST)
}

const invitation = ({ publicUrl, serverUrl, credentialsFile }: SetupConfig, token: string): string => {
  const unreachable = whyUnreachable(publicUrl, serverUrl)
  return `This server has no GitHub App yet: APP_ID, PRIVATE_KEY and WEBHOOK_SECRET are not set, and there is no
${credentialsFile}. Register one in the browser:

  1. Open   ${publicUrl}/setup
  2. Enter  ${token}

The token works once, for ${TOKEN_MINUTES} minutes.
${unreachable === null ? '' : `\nwarning: GitHub cannot reach this server: ${unreachable}. ${WAY_OUT}\n`}`
}

const WAY_OUT = `Set PUBLIC_URL to the address of a
tunnel or of a reverse proxy with a public name. Or use the action without a server: docs/action.md, standalone mode.`

const LOST = `warning: a setup was interrupted after GitHub was asked for the credentials of a new App. If the App exists, its
credentials are lost. Delete it in the settings of its owner (Developer settings, GitHub Apps) and register another one,
or generate a new private key and a new webhook secret there and set APP_ID, PRIVATE_KEY_FILE and WEBHOOK_SECRET.

`

const describeUndelivered = (path: string): string =>
  `warning: the browser did not receive the last page of the setup. If the credentials are not in ${path}, they are lost at
the next restart: then generate a new private key and a new webhook secret in the settings of the App.
`
