import { z } from 'zod'
import { API_VERSIONS, DEFAULT_API_VERSION } from '../../contract/github.ts'
import { parseModelName } from '../../contract/model.ts'
import { DEFAULT_TOKENS } from '../../contract/runner-protocol/assignment.ts'
import { ACTION_REF_FORM, DEFAULT_ACTION_REF, parseActionRef } from './action-ref.ts'
import { DEFAULT_CREDENTIALS_FILE } from './credentials-file.ts'
import {
  accounts,
  addressRanges,
  days,
  given,
  httpsOrigin,
  httpsUrl,
  number,
  readPrivateKey,
  refuse,
  required,
  reusableWorkflows,
} from './variable-types.ts'

/** As in the settings of a project. */
const MAX_MINUTES = 360
/** GitHub ends a workflow run after 35 days, waits and approvals included: https://docs.github.com/en/actions/reference/limits */
const MAX_WAIT_HOURS = 35 * 24

/** Every variable that the server reads, with messages that tell how to fix it. */
export const Variables = z.object({
  APP_ID: z.coerce
    .number({ error: 'set it to the App ID shown on the settings page of your GitHub App' })
    .int()
    .positive({ error: 'set it to the App ID shown on the settings page of your GitHub App' }),
  PRIVATE_KEY: required(
    'set it to the private key (.pem) of your GitHub App, or PRIVATE_KEY_FILE to the path of that file',
  ).transform((text, context) => {
    const read = readPrivateKey(text)
    return read.kind === 'valid' ? read.pem : refuse(context, read.why)
  }),
  WEBHOOK_SECRET: required(
    'set it to the webhook secret of your GitHub App; without one, anyone could send forged webhooks',
  ).refine((secret) => secret.length >= 12 && secret !== 'development', {
    error:
      'it must have at least 12 characters that nobody can guess, for example from `openssl rand -hex 32`',
  }),
  CLIENT_ID: z
    .string()
    .trim()
    .regex(/^\S+$/, { error: 'set it to the Client ID shown on the settings page of your GitHub App' })
    .optional(),
  CLIENT_SECRET: z
    .string()
    .trim()
    .regex(/^\S{20,}$/, {
      error:
        'set it to a client secret of your GitHub App, which GitHub shows once, as its settings page generates it',
    })
    .optional(),
  PUBLIC_URL: httpsOrigin('set it to the URL at which GitHub and your runners reach this server'),
  ALLOWED_ACCOUNTS: accounts(
    'set it to the organisations and users that may install the App, separated by commas, or * for all',
  ),
  DATABASE_URL: z
    .string()
    .min(1)
    .refine((url) => !/^sqlite:(\/\/)?:memory:/i.test(url), {
      error: 'an in-memory database is lost at each restart: set it to sqlite:<path of a local file>',
    })
    .default('sqlite:prentice.db'),
  CREDENTIALS_FILE: z.string().min(1).default(DEFAULT_CREDENTIALS_FILE),
  KEY_PEPPER: z
    .string()
    .trim()
    .min(32, { error: 'it must have at least 32 characters, for example from `openssl rand -hex 32`' })
    .optional(),
  TRUSTED_PROXIES: addressRanges.default([]),
  WEBHOOK_RANGES: addressRanges.default([]),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: number(3000, { min: 0, max: 65_535, whole: true }, 'set it to a port from 0 to 65535'),
  DEFAULT_MODEL: z
    .string()
    .refine((name) => parseModelName(name) !== null, {
      error: 'write it as provider/model, for example anthropic/claude-sonnet-5-5',
    })
    .default('anthropic/claude-sonnet-5-5'),
  RATE_LIMIT: number(100, { min: 0, max: 1000, whole: true }, 'set it to 1 to 1000, or 0 for no limit'),
  RUN_STEPS: number(
    100,
    { min: 1, whole: true },
    'set it to the maximum number of steps of a run, 1 or more',
  ),
  RUN_MINUTES: number(
    30,
    { min: 0.1, max: MAX_MINUTES },
    `set it to the maximum duration of a run in minutes, up to ${MAX_MINUTES}`,
  ),
  RUN_COST_USD: number(5, { min: 0.01 }, 'set it to the maximum cost of a run in US dollars'),
  RUN_TOKENS: number(
    DEFAULT_TOKENS,
    { min: 1000, whole: true },
    'set it to the maximum number of tokens that a run reads and writes, 1000 or more',
  ),
  RUNS_AT_ONCE: number(
    5,
    { min: 1, max: 1000, whole: true },
    'set it to the maximum number of simultaneous runs of a project, 1 to 1000',
  ),
  STARTS_PER_MINUTE: number(
    60,
    { min: 1, max: 600, whole: true },
    'set it to the number of workflows that an installation may start per minute, 1 to 600; GitHub asks for 60 at most',
  ),
  STARTS_AT_ONCE: number(
    5,
    { min: 1, max: 100, whole: true },
    'set it to the number of workflows that an installation may start simultaneously after an idle time, 1 to 100',
  ),
  DAILY_COST_USD: number(50, { min: 0.01 }, 'set it to the maximum cost of a project per day in US dollars'),
  PATCHES_PROJECT_MIB: number(
    200,
    { min: 0, whole: true },
    'set it to the maximum size of the saved patches of a project in MiB, or 0 to save none',
  ),
  PATCHES_ACCOUNT_MIB: number(
    1024,
    { min: 0, whole: true },
    'set it to the maximum size of the saved patches of an account in MiB, or 0 to save none',
  ),
  START_WITHIN_HOURS: number(
    24,
    { min: 0.01, max: MAX_WAIT_HOURS },
    `set it to the number of hours that a run may wait for a runner, up to ${MAX_WAIT_HOURS}`,
  ),
  ARCHIVE_AFTER_DAYS: days(90),
  DELETE_AFTER_DAYS: days(30),
  AUDIT_DAYS: number(
    365,
    { min: 1, max: 3650, whole: true },
    'set it to the number of days that audit entries are kept, 1 to 3650',
  ).transform((count) => count * 86_400_000),
  ACTION_REF: z
    .string()
    .default(DEFAULT_ACTION_REF)
    .transform((text, context) => parseActionRef(text) ?? refuse(context, ACTION_REF_FORM)),
  REUSABLE_WORKFLOWS: reusableWorkflows.default([]),
  GITHUB_SERVER_URL: httpsOrigin('set it to the web address of your GitHub').default('https://github.com'),
  GITHUB_API_URL: httpsUrl('set it to the address of the REST API of your GitHub').optional(),
  GITHUB_API_VERSION: z
    .enum(API_VERSIONS, { error: `set it to ${API_VERSIONS.join(' or ')}` })
    .default(DEFAULT_API_VERSION),
  GITHUB_OIDC_ISSUER: httpsUrl('set it to the issuer of the OIDC tokens of your GitHub').optional(),
  METRICS_HOST: z.string().min(1).optional(),
  METRICS_PORT: given({ min: 1, max: 65_535, whole: true }, 'set it to a port from 1 to 65535').optional(),
  METRICS_TOKEN: z
    .string()
    .trim()
    .regex(/^\S{16,}$/, {
      error: 'it must have at least 16 characters and no spaces, for example from `openssl rand -hex 32`',
    })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'set it to fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

/** The checks that compare several variables. */
export const Environment = Variables.refine(({ PORT, METRICS_PORT }) => PORT !== METRICS_PORT, {
  path: ['METRICS_PORT'],
  error: 'it is the same as PORT; set another port, or set only METRICS_TOKEN to serve metrics on PORT',
  // Also reported if other variables are invalid.
  when: () => true,
}).refine(({ METRICS_HOST, METRICS_PORT }) => METRICS_HOST === undefined || METRICS_PORT !== undefined, {
  path: ['METRICS_HOST'],
  error: 'it has no effect without METRICS_PORT; set METRICS_PORT too, or remove it',
  when: () => true,
})

export type Environment = z.infer<typeof Environment>
