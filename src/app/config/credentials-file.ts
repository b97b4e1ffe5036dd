import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The variables whose values GitHub makes when it registers an App. */
export const CREDENTIALS = ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET'] as const

/** The file can hold these; the environment takes precedence for the last two. */
export const IN_CREDENTIALS_FILE: readonly string[] = [...CREDENTIALS, 'CLIENT_SECRET', 'ALLOWED_ACCOUNTS']

/** In the working directory, as the database is by default. */
export const DEFAULT_CREDENTIALS_FILE = 'prentice-credentials.env'

export interface AppCredentials {
  readonly appId: number
  /** PEM. */
  readonly privateKey: string
  readonly webhookSecret: string
  /** With which people sign in to the dashboard. */
  readonly clientSecret: string
  /** Numeric id of the account that owns the App, and the only one that can install it; `null`: already configured. */
  readonly account: { readonly id: number; readonly login: string } | null
}

/** The variables that stand for credentials. */
export const credentialVariables = (credentials: AppCredentials): Record<string, string> => ({
  APP_ID: String(credentials.appId),
  PRIVATE_KEY: credentials.privateKey,
  WEBHOOK_SECRET: credentials.webhookSecret,
  CLIENT_SECRET: credentials.clientSecret,
  ...(credentials.account !== null && { ALLOWED_ACCOUNTS: String(credentials.account.id) }),
})

/** One line for each variable, as in an environment file. The key takes one line with `\n` for its line breaks. */
export function formatCredentials(credentials: AppCredentials): string {
  const { account } = credentials
  const lines = Object.entries(credentialVariables(credentials)).map(
    ([name, value]) => `${name}=${value.trim().replaceAll(/\r?\n/g, '\\n')}`,
  )
  const owner = account === null ? [] : [`# ALLOWED_ACCOUNTS is the account ${account.login}.`]
  return `${[HEADER, ...owner, ...lines].join('\n')}\n`
}

const HEADER = '# The GitHub App of this Prentice server. Keep this file secret.'

/** None of them is set, nor a file that holds one. */
export const hasNoCredentials = (environment: NodeJS.ProcessEnv): boolean =>
  CREDENTIALS.every((name) => !environment[name] && !environment[`${name}_FILE`])

const fileOf = (environment: NodeJS.ProcessEnv): string =>
  environment.CREDENTIALS_FILE || DEFAULT_CREDENTIALS_FILE

/** No credential is set, and there is no file that could hold them. */
export const isUnregistered = (environment: NodeJS.ProcessEnv): boolean =>
  hasNoCredentials(environment) && readCredentials(fileOf(environment)).kind === 'missing'

export interface FileProblem {
  /** The variable that names the file. */
  readonly name: string
  readonly message: string
}

/**
 * Adds the values of the file that the setup page has written. The file is not read if a credential is set in the
 * environment, so that those of two Apps are never mixed.
 */
export function addCredentials(environment: NodeJS.ProcessEnv): {
  readonly values: NodeJS.ProcessEnv
  readonly problem: FileProblem | null
} {
  const unchanged = { values: environment, problem: null }
  if (!hasNoCredentials(environment)) return unchanged
  const read = readCredentials(fileOf(environment))
  switch (read.kind) {
    case 'missing':
      return unchanged
    case 'valid':
      return { values: { ...read.values, ...environment }, problem: null }
    case 'invalid':
      return { values: environment, problem: { name: 'CREDENTIALS_FILE', message: read.why } }
  }
}

export type ReadCredentials =
  | { readonly kind: 'valid'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly why: string }

export function readCredentials(path: string): ReadCredentials {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT') return { kind: 'missing' }
    return { kind: 'invalid', why: `${path} cannot be read (${code}); check the path and its permissions` }
  }
  const given = parseEnv(text)
  const missing = CREDENTIALS.filter((name) => !given[name])
  if (missing.length > 0) {
    const todo = 'restore it, or move it away to register an App again'
    return { kind: 'invalid', why: `${path} lacks ${missing.join(', ')}; ${todo}` }
  }
  const kept = IN_CREDENTIALS_FILE.flatMap((name) => {
    const value = given[name]
    return value ? [[name, value] as const] : []
  })
  return { kind: 'valid', values: Object.fromEntries(kept) }
}
