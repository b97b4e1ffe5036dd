import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import type { Retention } from '../domain/job-view.ts'
import type { Config, HoldConfig, KeysConfig, WorkflowConfig } from './config.ts'
import { addCredentials, type FileProblem, IN_CREDENTIALS_FILE } from './credentials-file.ts'
import { Environment, Variables } from './environment.ts'

type ReadConfig<C = Config> =
  | { readonly kind: 'valid'; readonly config: C }
  /** One line for each variable: what is wrong and how to fix it. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

/** Reads the environment. `NAME_FILE` names a file that contains NAME. An empty variable counts as unset. */
export function readConfig(environment: NodeJS.ProcessEnv): ReadConfig {
  const { values, problem } = addCredentials(withoutEmpty(environment))
  return read(values, Environment, configOf, problem)
}

/** As `readConfig`, but the other variables need not be set. */
export const readKeysConfig = (environment: NodeJS.ProcessEnv): ReadConfig<KeysConfig> =>
  read(environment, Variables.pick({ DATABASE_URL: true, KEY_PEPPER: true, AUDIT_DAYS: true }), keysConfigOf)

const HoldEnvironment = Variables.pick({
  DATABASE_URL: true,
  ARCHIVE_AFTER_DAYS: true,
  DELETE_AFTER_DAYS: true,
  AUDIT_DAYS: true,
})

/** The same for the commands that hold and resume work. */
export const readHoldConfig = (environment: NodeJS.ProcessEnv): ReadConfig<HoldConfig> =>
  read(environment, HoldEnvironment, (e) => ({ databaseUrl: e.DATABASE_URL, retention: retentionOf(e) }))

const WorkflowEnvironment = Variables.pick({
  PUBLIC_URL: true,
  ACTION_REF: true,
  REUSABLE_WORKFLOWS: true,
  GITHUB_SERVER_URL: true,
  GITHUB_API_URL: true,
  GITHUB_API_VERSION: true,
})

/** The same for the command that prints workflow files. The setup page may have stored the action. */
export function readWorkflowConfig(
  environment: NodeJS.ProcessEnv,
): ReadConfig<WorkflowConfig & GithubAddresses> {
  const given = withoutEmpty(environment)
  // Only the user of the server can read the file.
  const { values, problem } = given.ACTION_REF ? { values: given, problem: null } : addCredentials(given)
  const derive = (e: z.infer<typeof WorkflowEnvironment>) => ({ ...workflowConfigOf(e), ...githubOf(e) })
  return read(values, WorkflowEnvironment, derive, problem)
}

function read<E, C>(
  environment: NodeJS.ProcessEnv,
  schema: z.ZodType<E>,
  derive: (environment: E) => C,
  fileProblem: FileProblem | null = null,
): ReadConfig<C> {
  const { values, nameOf, ...secrets } = readSecretFiles(withoutEmpty(environment))
  const problems = fileProblem === null ? secrets.problems : [fileProblem, ...secrets.problems]
  const parsed = schema.safeParse(values)
  if (parsed.success && problems.length === 0) return { kind: 'valid', config: derive(parsed.data) }
  const wrong = (parsed.error?.issues ?? []).map((issue) => ({
    name: nameOf(issue.path.join('.')),
    message: issue.message,
  }))
  // If a file cannot be read, its variables get no other message.
  const unread = [...problems.map(({ name }) => name), ...(fileProblem === null ? [] : IN_CREDENTIALS_FILE)]
  const others = wrong.filter(({ name }) => !unread.includes(name))
  return {
    kind: 'invalid',
    problems: [...new Set([...problems, ...others].map(({ name, message }) => `${name}: ${message}`))],
  }
}

const withoutEmpty = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

const keysConfigOf = (e: Pick<Environment, 'DATABASE_URL' | 'KEY_PEPPER' | 'AUDIT_DAYS'>): KeysConfig => ({
  databaseUrl: e.DATABASE_URL,
  keyPepper: e.KEY_PEPPER ?? null,
  auditMs: e.AUDIT_DAYS,
})

const retentionOf = (e: z.infer<typeof HoldEnvironment>): Retention => ({
  archiveAfterMs: e.ARCHIVE_AFTER_DAYS,
  deleteAfterMs: e.DELETE_AFTER_DAYS,
  auditMs: e.AUDIT_DAYS,
})

const workflowConfigOf = (e: z.infer<typeof WorkflowEnvironment>): WorkflowConfig => ({
  publicUrl: e.PUBLIC_URL,
  actionRef: e.ACTION_REF,
  reusableWorkflows: e.REUSABLE_WORKFLOWS,
})

type GithubAddresses = Pick<Config, 'serverUrl' | 'apiUrl' | 'apiVersion'>

const githubOf = (
  e: Pick<Environment, 'GITHUB_SERVER_URL' | 'GITHUB_API_URL' | 'GITHUB_API_VERSION'>,
): GithubAddresses => ({
  serverUrl: e.GITHUB_SERVER_URL,
  apiUrl: e.GITHUB_API_URL ?? apiUrlOf(e.GITHUB_SERVER_URL),
  apiVersion: e.GITHUB_API_VERSION,
})

const MIB = 1024 * 1024

function configOf(e: Environment): Config {
  return {
    appId: e.APP_ID,
    privateKey: e.PRIVATE_KEY,
    webhookSecret: e.WEBHOOK_SECRET,
    clientId: e.CLIENT_ID ?? null,
    clientSecret: e.CLIENT_SECRET ?? null,
    ...workflowConfigOf(e),
    host: e.HOST,
    port: e.PORT,
    ...keysConfigOf(e),
    trustedProxies: e.TRUSTED_PROXIES,
    webhookRanges: e.WEBHOOK_RANGES,
    allowedAccounts: e.ALLOWED_ACCOUNTS,
    defaultModel: e.DEFAULT_MODEL,
    rateLimit: e.RATE_LIMIT,
    ...githubOf(e),
    oidcIssuer: e.GITHUB_OIDC_ISSUER ?? oidcIssuerOf(e.GITHUB_SERVER_URL),
    logLevel: e.LOG_LEVEL,
    limits: {
      steps: e.RUN_STEPS,
      seconds: Math.round(e.RUN_MINUTES * 60),
      costUsd: e.RUN_COST_USD,
      tokens: e.RUN_TOKENS,
    },
    startWithinMs: e.START_WITHIN_HOURS * 3_600_000,
    runsAtOnce: e.RUNS_AT_ONCE,
    starts: { perMinute: e.STARTS_PER_MINUTE, atOnce: e.STARTS_AT_ONCE },
    dailyCostUsd: e.DAILY_COST_USD,
    patchLimits: {
      projectBytes: e.PATCHES_PROJECT_MIB * MIB,
      accountBytes: e.PATCHES_ACCOUNT_MIB * MIB,
    },
    retention: retentionOf(e),
    metrics: {
      host: e.METRICS_HOST ?? '127.0.0.1',
      port: e.METRICS_PORT ?? null,
      token: e.METRICS_TOKEN ?? null,
    },
  }
}

const SECRETS = ['PRIVATE_KEY', 'WEBHOOK_SECRET', 'CLIENT_SECRET', 'KEY_PEPPER', 'METRICS_TOKEN']

interface SecretFiles {
  readonly values: NodeJS.ProcessEnv
  readonly problems: readonly { readonly name: string; readonly message: string }[]
  /** The variable that a value came from. */
  readonly nameOf: (name: string) => string
}

/** Reads secrets from files, as most secret stores provide them. */
function readSecretFiles(environment: NodeJS.ProcessEnv): SecretFiles {
  const values = { ...environment }
  const problems: { name: string; message: string }[] = []
  for (const name of SECRETS) {
    const variable = `${name}_FILE`
    const path = environment[variable]
    if (path === undefined) continue
    if (environment[name] !== undefined) {
      problems.push({ name: variable, message: `${name} is set, too; set only one of them` })
      continue
    }
    try {
      values[name] = readFileSync(path, 'utf8')
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      problems.push({
        name: variable,
        message: `the file ${path} cannot be read (${why}); check the path and its permissions`,
      })
    }
  }
  const fromFile = (name: string): boolean =>
    SECRETS.includes(name) && environment[`${name}_FILE`] !== undefined
  return { values, problems, nameOf: (name) => (fromFile(name) ? `${name}_FILE` : name) }
}

/** The rules differ for github.com, data residency at SUB.ghe.com, and Enterprise Server. */
export function apiUrlOf(serverUrl: string): string {
  const { hostname } = new URL(serverUrl)
  if (hostname === 'github.com') return 'https://api.github.com'
  return hostname.endsWith('.ghe.com') ? `https://api.${hostname}` : `${serverUrl}/api/v3`
}

function oidcIssuerOf(serverUrl: string): string {
  const { hostname } = new URL(serverUrl)
  if (hostname === 'github.com') return 'https://token.actions.githubusercontent.com'
  return hostname.endsWith('.ghe.com') ? `https://token.actions.${hostname}` : `${serverUrl}/_services/token`
}
