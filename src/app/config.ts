import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Retention } from './jobs/retention.ts'
import { readAddressRange } from './keys/address-range.ts'

/** What the command line for API keys needs as well as the server. */
export interface KeysConfig {
  readonly databaseUrl: string
  /** `null`: API keys are kept under their plain hash. */
  readonly keyPepper: string | null
}

/** The environment, checked and derived. */
export interface Config extends KeysConfig {
  readonly appId: number
  readonly privateKey: string
  readonly webhookSecret: string
  /** Without a trailing slash; the audience of the runners' OIDC tokens too. */
  readonly publicUrl: string
  readonly host: string
  readonly port: number
  /** CIDR ranges of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Logins in lower case and numeric ids, or `*`. */
  readonly allowedAccounts: readonly string[]
  readonly defaultModel: string
  /** Uses per project and hour; 0 is off. */
  readonly rateLimit: number
  readonly serverUrl: string
  readonly apiUrl: string
  readonly oidcIssuer: string
  readonly logLevel: string
  readonly limits: { readonly steps: number; readonly seconds: number; readonly costUsd: number }
  /** How long a run may wait for a runner or an approval. */
  readonly startWithinMs: number
  /** Runs of a project under way; the others wait. */
  readonly runsAtOnce: number
  /** US dollars that the models of a project may cost in a day. */
  readonly dailyCostUsd: number
  readonly retention: Retention
}

export type ReadConfig<C = Config> =
  | { readonly kind: 'valid'; readonly config: C }
  /** One line for each variable: what is wrong and how to mend it. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const isSafeUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

const httpsUrl = (what: string) =>
  z
    .string({ error: what })
    .refine(isSafeUrl, { error: `${what} It must be https:// (http:// only on loopback)` })
    .transform((text) => text.replace(/\/+$/, ''))

const required = (what: string) => z.string({ error: what }).trim().min(1, { error: what })
const number = (fallback: number, what: string) => z.coerce.number({ error: what }).default(fallback)

/** Days to milliseconds; 0, which is never, to `null`. */
const days = (fallback: number) =>
  number(fallback, 'set it to a number of days, or 0 for never')
    .pipe(z.number().int().min(0).max(36_500))
    .transform((count) => (count === 0 ? null : count * 86_400_000))

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const addressRanges = z.string().transform((text, context) =>
  list(text).flatMap((item) => {
    const read = readAddressRange(item)
    if (read.kind === 'range') return [read.range]
    context.addIssue({ code: 'custom', message: read.why })
    return []
  }),
)

const Environment = z.object({
  APP_ID: z.coerce
    .number({ error: 'set it to the App ID shown on the settings page of your GitHub App' })
    .int()
    .positive({ error: 'set it to the App ID shown on the settings page of your GitHub App' }),
  PRIVATE_KEY: required(
    'set it to the private key (.pem) of your GitHub App, or PRIVATE_KEY_FILE to the path of that file',
  ).refine((key) => key.includes('PRIVATE KEY-----'), { error: 'it does not hold a PEM private key' }),
  WEBHOOK_SECRET: required(
    'set it to the webhook secret of your GitHub App; without one, anybody could send forged webhooks',
  ).refine((secret) => secret.length >= 12 && secret !== 'development', {
    error:
      'it must have at least 12 characters that nobody can guess, for example from `openssl rand -hex 32`',
  }),
  PUBLIC_URL: httpsUrl('set it to the address under which GitHub and your runners reach this server.'),
  ALLOWED_ACCOUNTS: required(
    'set it to the organisations and users that may install the app, separated by commas, or * for all',
  ),
  DATABASE_URL: z.string().min(1).default('sqlite:prentice.db'),
  KEY_PEPPER: z
    .string()
    .trim()
    .min(32, { error: 'it must have at least 32 characters, for example from `openssl rand -hex 32`' })
    .optional(),
  TRUSTED_PROXIES: addressRanges.default([]),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: number(3000, 'set it to a port from 0 to 65535').pipe(z.number().int().min(0).max(65_535)),
  DEFAULT_MODEL: z
    .string()
    .regex(/^[a-z-]+\/.+$/, { error: 'write it as provider/model, for example anthropic/claude-sonnet-5-5' })
    .default('anthropic/claude-sonnet-5-5'),
  RATE_LIMIT: number(100, 'set it to 1 to 1000, or 0 for none').pipe(z.number().int().min(0).max(1000)),
  RUN_STEPS: number(100, 'set it to the most steps of a run').pipe(z.number().int().min(1)),
  RUN_MINUTES: number(30, 'set it to the most minutes of a run').pipe(z.number().positive()),
  RUN_COST_USD: number(5, 'set it to the most US dollars of a run').pipe(z.number().positive()),
  RUNS_AT_ONCE: number(5, 'set it to the most runs of a project at once').pipe(z.number().int().min(1)),
  DAILY_COST_USD: number(50, 'set it to the most US dollars of a project in a day').pipe(
    z.number().positive(),
  ),
  START_WITHIN_HOURS: number(24, 'set it to hours').pipe(z.number().positive()),
  ARCHIVE_AFTER_DAYS: days(90),
  DELETE_AFTER_DAYS: days(30),
  GITHUB_SERVER_URL: httpsUrl('set it to the web address of your GitHub.').default('https://github.com'),
  GITHUB_API_URL: httpsUrl('set it to the address of the REST API of your GitHub.').optional(),
  GITHUB_OIDC_ISSUER: httpsUrl('set it to the issuer of the OIDC tokens of your GitHub.').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** Reads the environment once. `NAME_FILE` names a file that holds NAME. An empty variable is an unset one. */
export function readConfig(environment: NodeJS.ProcessEnv): ReadConfig {
  const parsed = Environment.safeParse(withFiles(environment))
  return parsed.success
    ? { kind: 'valid', config: configOf(parsed.data) }
    : { kind: 'invalid', problems: problemsOf(parsed.error) }
}

/** As `readConfig`, where the rest need not be set. */
export function readKeysConfig(environment: NodeJS.ProcessEnv): ReadConfig<KeysConfig> {
  const part = Environment.pick({ DATABASE_URL: true, KEY_PEPPER: true })
  const parsed = part.safeParse(withFiles(environment))
  return parsed.success
    ? { kind: 'valid', config: keysConfigOf(parsed.data) }
    : { kind: 'invalid', problems: problemsOf(parsed.error) }
}

const problemsOf = (error: z.ZodError): string[] => [
  ...new Set(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
]

function withFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  for (const name of ['PRIVATE_KEY', 'WEBHOOK_SECRET', 'KEY_PEPPER']) {
    const path = values[`${name}_FILE`]
    if (values[name] === undefined && path !== undefined) values[name] = readFileSync(path, 'utf8')
  }
  return values
}

type Environment = z.infer<typeof Environment>

const keysConfigOf = (e: Pick<Environment, 'DATABASE_URL' | 'KEY_PEPPER'>): KeysConfig => ({
  databaseUrl: e.DATABASE_URL,
  keyPepper: e.KEY_PEPPER ?? null,
})

function configOf(e: Environment): Config {
  const apiUrl = e.GITHUB_API_URL ?? apiUrlOf(e.GITHUB_SERVER_URL)
  return {
    appId: e.APP_ID,
    // A key in one line, as many secret stores keep it.
    privateKey: e.PRIVATE_KEY.replaceAll('\\n', '\n'),
    webhookSecret: e.WEBHOOK_SECRET,
    publicUrl: e.PUBLIC_URL,
    host: e.HOST,
    port: e.PORT,
    ...keysConfigOf(e),
    trustedProxies: e.TRUSTED_PROXIES,
    allowedAccounts: list(e.ALLOWED_ACCOUNTS.toLowerCase()),
    defaultModel: e.DEFAULT_MODEL,
    rateLimit: e.RATE_LIMIT,
    serverUrl: e.GITHUB_SERVER_URL,
    apiUrl,
    oidcIssuer: e.GITHUB_OIDC_ISSUER ?? oidcIssuerOf(e.GITHUB_SERVER_URL),
    logLevel: e.LOG_LEVEL,
    limits: { steps: e.RUN_STEPS, seconds: Math.round(e.RUN_MINUTES * 60), costUsd: e.RUN_COST_USD },
    startWithinMs: e.START_WITHIN_HOURS * 3_600_000,
    runsAtOnce: e.RUNS_AT_ONCE,
    dailyCostUsd: e.DAILY_COST_USD,
    retention: {
      archiveAfterMs: e.ARCHIVE_AFTER_DAYS,
      deleteAfterMs: e.DELETE_AFTER_DAYS,
    },
  }
}

/** github.com, data residency at SUB.ghe.com, and Enterprise Server each have their own rule. */
function apiUrlOf(serverUrl: string): string {
  const { hostname } = new URL(serverUrl)
  if (hostname === 'github.com') return 'https://api.github.com'
  return hostname.endsWith('.ghe.com') ? `https://api.${hostname}` : `${serverUrl}/api/v3`
}

function oidcIssuerOf(serverUrl: string): string {
  const { hostname } = new URL(serverUrl)
  if (hostname === 'github.com') return 'https://token.actions.githubusercontent.com'
  return hostname.endsWith('.ghe.com') ? `https://token.actions.${hostname}` : `${serverUrl}/_services/token`
}

export const isAllowedAccount =
  (allowed: readonly string[]) =>
  (account: { id: number; login: string }): boolean =>
    allowed.includes('*') ||
    allowed.includes(account.login.toLowerCase()) ||
    allowed.includes(String(account.id))
