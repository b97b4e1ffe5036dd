import { z } from 'zod'
import type { ApiVersion } from '../../contract/github.ts'
import { CannotListen } from '../net/listen.ts'
import { StoreUnavailable } from '../store/store.ts'
import { type ActionRef, parseActionRef } from './action-ref.ts'
import type { Config } from './config.ts'
import { addCredentials, CREDENTIALS, hasNoCredentials, isUnregistered } from './credentials-file.ts'
import { Variables } from './environment.ts'
import { apiUrlOf, readConfig } from './read-config.ts'
import { prefilledFormUrl } from './registration.ts'

/** The configuration of a server whose App is not registered yet. */
export interface SetupConfig {
  readonly publicUrl: string
  readonly host: string
  readonly port: number
  readonly serverUrl: string
  readonly apiUrl: string
  readonly apiVersion: ApiVersion
  readonly credentialsFile: string
  /** `null`: not configured; then the account that owns the App. */
  readonly allowedAccounts: readonly string[] | null
  readonly databaseUrl: string
  readonly keyPepper: string | null
  /** ACTION_REF; `null`: it is not set, and the setup page asks for the action. */
  readonly actionRef: ActionRef | null
}

export type Start =
  | { readonly kind: 'run'; readonly config: Config }
  /** Everything is configured but the App. */
  | { readonly kind: 'setup'; readonly setup: SetupConfig }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

/** Decides what `npm start` does. The setup page needs no variable that it provides itself. */
export function readStart(environment: NodeJS.ProcessEnv): Start {
  const read = readConfig(environment)
  if (read.kind === 'valid') return { kind: 'run', config: read.config }
  if (!isUnregistered(environment)) return read
  const provided = [...CREDENTIALS, ...(environment.ALLOWED_ACCOUNTS ? [] : ['ALLOWED_ACCOUNTS'])]
  const problems = read.problems.filter(
    (problem) => !provided.some((name) => problem.startsWith(`${name}: `)),
  )
  if (problems.length > 0) return { kind: 'invalid', problems }
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  return { kind: 'setup', setup: setupConfigOf(SetupEnvironment.parse(set)) }
}

const SetupEnvironment = Variables.pick({
  PUBLIC_URL: true,
  HOST: true,
  PORT: true,
  GITHUB_SERVER_URL: true,
  GITHUB_API_URL: true,
  GITHUB_API_VERSION: true,
  CREDENTIALS_FILE: true,
  DATABASE_URL: true,
  KEY_PEPPER: true,
}).extend({
  ALLOWED_ACCOUNTS: Variables.shape.ALLOWED_ACCOUNTS.optional(),
  ACTION_REF: z.string().transform(parseActionRef).optional(),
})

const setupConfigOf = (e: z.infer<typeof SetupEnvironment>): SetupConfig => ({
  publicUrl: e.PUBLIC_URL,
  host: e.HOST,
  port: e.PORT,
  serverUrl: e.GITHUB_SERVER_URL,
  apiUrl: e.GITHUB_API_URL ?? apiUrlOf(e.GITHUB_SERVER_URL),
  apiVersion: e.GITHUB_API_VERSION,
  credentialsFile: e.CREDENTIALS_FILE,
  allowedAccounts: e.ALLOWED_ACCOUNTS ?? null,
  databaseUrl: e.DATABASE_URL,
  keyPepper: e.KEY_PEPPER ?? null,
  actionRef: e.ACTION_REF ?? null,
})

/** One sentence that names the variable if an operator can fix the problem; otherwise the stack trace. */
export const describeStartFailure = (error: unknown): string =>
  `Prentice cannot start.\n\n  ${sentence(error)}\n`

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CannotListen || error.message.startsWith('DATABASE_URL: ')) return error.message
  if (error instanceof StoreUnavailable) return `DATABASE_URL: ${error.message}`
  return error.stack ?? error.message
}

/** The server cannot start without these. Each comes from the registration of the GitHub App. */
const NEEDED = ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET', 'PUBLIC_URL', 'ALLOWED_ACCOUNTS']

/** Describes on one screen what is wrong with the environment, and how to get missing values. */
export function describeMissing(problems: readonly string[], environment: NodeJS.ProcessEnv): string {
  const { values } = addCredentials(environment)
  const isMissing = NEEDED.some((name) => !values[name] && !values[`${name}_FILE`])
  const isInFile = hasNoCredentials(environment) && !hasNoCredentials(values)
  const title = isMissing ? 'the configuration is incomplete' : 'the configuration is invalid'
  const lines = problems.map((problem) => `  ${problem}`).join('\n')
  return `Prentice cannot start: ${title}.\n\n${lines}\n${isMissing && !isInFile ? howToComplete(environment) : ''}`
}

const howToComplete = (environment: NodeJS.ProcessEnv): string =>
  hasNoCredentials(environment) ? HOW_TO_SET_UP : howToGetIt(environment)

const HOW_TO_SET_UP = `
What happens next
  Fix the lines above, in the environment or in a file .env in this folder, and start the server again.
  It then serves a page that registers the GitHub App, stores its credentials, and starts.
  docs/install.md describes every step, and how to register the App by hand.
`

const howToGetIt = (environment: NodeJS.ProcessEnv): string => `
How to get the values
  1. Register a GitHub App. This link fills in its permissions and events. Replace YOUR-ORG by your organisation
     (for a personal account, replace /organizations/YOUR-ORG/settings/apps/new by /settings/apps/new)
     and ${EXAMPLE_URL} by the address of this server:
     ${linkFor(environment)}
     Choose a webhook secret there, and select "Generate a private key" at the end. For the dashboard, also select
     "Generate a new client secret", and set CLIENT_SECRET to it.
  2. Install the App on the repositories that Prentice may work on.
  3. Set the variables above, in the environment or in a file .env in this folder, and start the server again.
     docs/install.md describes every step.
`

const EXAMPLE_URL = 'https://prentice.example.com'

const urlOr = (text: string | undefined, other: string): string =>
  // Only the origin: a password in the address must not be printed.
  text !== undefined && URL.canParse(text) && /^https?:/.test(text) ? new URL(text).origin : other

function linkFor(environment: NodeJS.ProcessEnv): string {
  const serverUrl = urlOr(environment.GITHUB_SERVER_URL, 'https://github.com')
  const owner = { kind: 'organisation', login: 'YOUR-ORG' } as const
  return prefilledFormUrl({ serverUrl, owner, publicUrl: urlOr(environment.PUBLIC_URL, EXAMPLE_URL) })
}
