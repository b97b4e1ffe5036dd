import type { z } from 'zod'
import type { ApiVersion } from '../../contract/github.ts'
import type { Config } from './config.ts'
import { CREDENTIALS, isUnregistered } from './credentials-file.ts'
import { Variables } from './environment.ts'
import { apiUrlOf, readConfig } from './read-config.ts'

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
}).extend({ ALLOWED_ACCOUNTS: Variables.shape.ALLOWED_ACCOUNTS.optional() })

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
})
