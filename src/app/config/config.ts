import type { ApiVersion } from '../../contract/github.ts'
import { DEFAULT_TOKENS, type Limits } from '../../contract/runner-protocol/assignment.ts'
import type { Retention } from '../domain/job-view.ts'
import type { ReusableWorkflow } from '../domain/reusable-workflow.ts'
import type { ActionRef } from './action-ref.ts'

/** The configuration that the command line for API keys shares with the server. */
export interface KeysConfig {
  readonly databaseUrl: string
  /** `null`: API keys are stored under a plain hash. */
  readonly keyPepper: string | null
  /** How long audit entries are kept. */
  readonly auditMs: number
}

/** The configuration that the commands which hold and resume work share with the server. */
export interface HoldConfig {
  readonly databaseUrl: string
  readonly retention: Retention
}

/** The values that workflow files contain. */
export interface WorkflowConfig {
  readonly actionRef: ActionRef
  /** Without a trailing slash; also the audience of the runners' OIDC tokens. */
  readonly publicUrl: string
  /** Workflow files at a commit that the workflow files of projects may call instead of the action. */
  readonly reusableWorkflows: readonly ReusableWorkflow[]
}

/** The environment, checked and derived. */
export interface Config extends KeysConfig, WorkflowConfig {
  readonly appId: number
  readonly privateKey: string
  readonly webhookSecret: string
  /** With which people sign in; `null`: GitHub tells it. */
  readonly clientId: string | null
  /** `null`: nobody signs in to the dashboard. */
  readonly clientSecret: string | null
  readonly host: string
  readonly port: number
  /** CIDR ranges of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** CIDR ranges that webhooks may be sent to although they are not public. */
  readonly webhookRanges: readonly string[]
  /** Logins in lower case and numeric ids, or `*`. */
  readonly allowedAccounts: readonly string[]
  readonly defaultModel: string
  /** Uses per project and hour; 0 is off. */
  readonly rateLimit: number
  readonly serverUrl: string
  readonly apiUrl: string
  readonly apiVersion: ApiVersion
  readonly oidcIssuer: string
  readonly logLevel: string
  readonly limits: Limits
  /** How long a run may wait for a runner or an approval. */
  readonly startWithinMs: number
  /** Maximum number of simultaneous runs of a project; the others wait. */
  readonly runsAtOnce: number
  /** Pacing of one installation: workflows started per minute, and how many start together after an idle time. */
  readonly starts: { readonly perMinute: number; readonly atOnce: number }
  /** Daily cost limit of a project, in US dollars. */
  readonly dailyCostUsd: number
  /** Maximum total size of saved patches. */
  readonly patchLimits: { readonly projectBytes: number; readonly accountBytes: number }
  readonly retention: Retention
  readonly metrics: {
    readonly host: string
    /** `null`: no separate listener. */
    readonly port: number | null
    /** `null`: metrics are not served on the main port. */
    readonly token: string | null
  }
}

/** Whether an account may install the App. */
export const isAllowedAccount =
  (allowed: readonly string[]) =>
  (account: { id: number; login: string }): boolean =>
    allowed.includes('*') ||
    allowed.includes(account.login.toLowerCase()) ||
    allowed.includes(String(account.id))

interface SettingDefault {
  /** As people write it in the settings file. */
  readonly key: string
  readonly value: string
}

/** The settings that a server provides where neither the repository nor its organisation does. */
export const settingDefaults = ({
  defaultModel,
  limits,
}: Pick<Config, 'defaultModel' | 'limits'>): readonly SettingDefault[] => [
  { key: 'model', value: defaultModel },
  { key: 'limits.steps', value: String(limits.steps) },
  { key: 'limits.minutes', value: String(limits.seconds / 60) },
  { key: 'limits.cost-usd', value: String(limits.costUsd) },
  { key: 'limits.tokens', value: String(limits.tokens ?? DEFAULT_TOKENS) },
]
