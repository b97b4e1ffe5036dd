import { constants, readFileSync } from 'node:fs'
import { access, type FileHandle, link, lstat, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'

/** The variables whose values GitHub makes when it registers an App. */
export const CREDENTIALS = ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET'] as const

/** The file can hold these; the environment takes precedence for all but the first three. */
export const IN_CREDENTIALS_FILE: readonly string[] = [
  ...CREDENTIALS,
  'CLIENT_SECRET',
  'ALLOWED_ACCOUNTS',
  'ACTION_REF',
]

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
  /** The action, as `uses:` names it; `null`: already configured. */
  readonly action: string | null
}

/** The variables that stand for credentials. */
export const credentialVariables = (credentials: AppCredentials): Record<string, string> => ({
  APP_ID: String(credentials.appId),
  PRIVATE_KEY: credentials.privateKey,
  WEBHOOK_SECRET: credentials.webhookSecret,
  CLIENT_SECRET: credentials.clientSecret,
  ...(credentials.account !== null && { ALLOWED_ACCOUNTS: String(credentials.account.id) }),
  ...(credentials.action !== null && { ACTION_REF: credentials.action }),
})

/** One line for each variable, as in an environment file. The key takes one line with `\n` for its line breaks. */
export function formatCredentials(credentials: AppCredentials): string {
  const { account } = credentials
  const lines = Object.entries(credentialVariables(credentials)).map(
    ([name, value]) => `${name}=${quoted(value.trim().replaceAll(/\r?\n/g, '\\n'))}`,
  )
  const owner = account === null ? [] : [`# ALLOWED_ACCOUNTS is the account ${account.login}.`]
  return `${[HEADER, ...owner, ...lines].join('\n')}\n`
}

/** Otherwise, a value would end at its `#`. */
const quoted = (value: string): string => (value.includes('#') ? `'${value}'` : value)

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

type ReadCredentials =
  | { readonly kind: 'valid'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly why: string }

function readCredentials(path: string): ReadCredentials {
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

/** A file for credentials that GitHub gives only once: opened before they are asked for, so that nothing fails after that. */
export interface NewCredentialsFile {
  /** Writes the text and gives the file its name. Rejects if there is a file of that name by now. */
  write(text: string): Promise<void>
  /** Removes it. */
  discard(): Promise<void>
}

/** The file that a killed process has left behind. */
const partialOf = (path: string): string => `${path}.partial`

const NOTE = '# GitHub was asked for the credentials of a new App, and the answer was not stored.\n'

/** Why the file cannot be written; `null` if it can. */
export async function whyNotWritable(path: string): Promise<string | null> {
  // A symbolic link counts, even to a missing file: the new file cannot take its name.
  const exists = await lstat(path).then(
    () => true,
    () => false,
  )
  if (exists) return `${path} exists already, and it is not overwritten`
  return access(dirname(path), constants.W_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => `this server cannot write to the folder of ${path} (${error.code})`,
  )
}

/** Only the owner can read the file, and it appears under its name when it is complete and on the disk. */
export async function openCredentialsFile(path: string): Promise<NewCredentialsFile> {
  const partial = partialOf(path)
  const file = await open(partial, 'wx', 0o600)
  const discard = async (): Promise<void> => {
    await file.close()
    await unlink(partial)
  }
  try {
    await file.writeFile(NOTE)
    await file.sync()
  } catch (error) {
    await discard()
    throw error
  }
  return {
    async write(text) {
      await replaceText(file, text)
      // Unlike a rename, a link does not replace another file.
      await link(partial, path)
      await discard()
      await syncFolder(path)
    },
    discard,
  }
}

async function replaceText(file: FileHandle, text: string): Promise<void> {
  await file.truncate()
  await file.write(text, 0)
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

type Interruption =
  | { readonly kind: 'none' }
  /** The file is complete now. */
  | { readonly kind: 'recovered' }
  /** GitHub may have created an App whose credentials nobody has. */
  | { readonly kind: 'lost' }

/** Completes or removes what a process that was killed in the middle has left behind. */
export async function recoverCredentials(path: string): Promise<Interruption> {
  const partial = partialOf(path)
  const read = readCredentials(partial)
  if (read.kind === 'missing') return { kind: 'none' }
  const isNew = read.kind === 'valid' && (await whyNotWritable(path)) === null
  if (isNew) await link(partial, path)
  // Whatever else has this name is not from a setup, and does not stop the start.
  const isRemoved = await unlink(partial).then(
    () => true,
    () => false,
  )
  if (!isRemoved) return { kind: 'none' }
  return { kind: isNew ? 'recovered' : readCredentials(path).kind === 'valid' ? 'none' : 'lost' }
}
