import type { Logger } from 'pino'
import { type Config, isAllowedAccount } from './config/config.ts'
import type { Random } from './domain/backoff.ts'
import { createFeedback } from './feedback/feedback.ts'
import type { Github } from './github/github.ts'
import { createCallerAccess } from './http/auth/caller-access.ts'
import { createRecordKeyUse } from './keys/find-key.ts'
import { createKeyedQueue } from './limits/rate-limit.ts'
import type { LogContext } from './log/create-log.ts'
import { formatSecret, type JobPage } from './outgoing/delivery/compose-body.ts'
import type { WebhookTransport } from './outgoing/delivery/post-to-receiver.ts'
import { createWebhooks } from './outgoing/endpoints/webhooks.ts'
import { pacesOf } from './runs/github-pacing.ts'
import type { Store } from './store/store.ts'
import { createTokenCipher } from './store/token-cipher.ts'
import { createCheckSender } from './triggers/check-sender.ts'

interface Outside {
  readonly config: Pick<
    Config,
    | 'allowedAccounts'
    | 'dailyCostUsd'
    | 'defaultModel'
    | 'keyPepper'
    | 'limits'
    | 'patchLimits'
    | 'privateKey'
    | 'rateLimit'
    | 'retention'
    | 'reusableWorkflows'
    | 'runsAtOnce'
    | 'serverUrl'
    | 'startWithinMs'
    | 'starts'
    | 'trustedProxies'
  >
  readonly store: Store
  readonly github: Github
  readonly now: () => number
  readonly random: Random
  readonly newJobId: () => string
  readonly newKeyId: () => string
  readonly newWebhookId: () => string
  readonly newBatchId: () => string
  /** Random bytes from a secure source. */
  readonly secretBytes: (count: number) => Buffer
  /** Uniform from 0 to `below` - 1, from a secure source. */
  readonly secretInt: (below: number) => number
  /** How the receivers of webhooks are reached. */
  readonly transport: WebhookTransport
  readonly jobPage: JobPage
  /** Called after a commit that leaves something due. */
  readonly onDue: () => void
  readonly log: Logger
  readonly logContext: LogContext
}

export type Parts = ReturnType<typeof createParts>

/**
 * What the use cases work with, in one object. A use case is a function whose first parameter names the part that it needs:
 * `TimedStore` (the store and the clock) to read and write, `AuditedStore` to write with an audit entry, `JobStore` to change
 * a job, `WorkStore` to admit work, `ProjectWork` to ask GitHub about a project, `RunWork` and `RunnerWork` for a run. A
 * noun with more of its own extends one of them (`KeyWork`, `BatchWork`, `WebhookWork`). Routes and timers hand over the
 * object.
 */
export function createParts({ config, ...outside }: Outside) {
  const { privateKey, retention } = config
  const work = {
    ...outside,
    retention,
    auditMs: retention.auditMs,
    isAllowed: isAllowedAccount(config.allowedAccounts),
    serverUrl: config.serverUrl,
    keyPepper: config.keyPepper,
    trustedProxies: config.trustedProxies,
    defaultModel: config.defaultModel,
    rateLimit: config.rateLimit,
    queue: createKeyedQueue(),
    dailyCostUsd: config.dailyCostUsd,
    limits: config.limits,
    patchLimits: config.patchLimits,
    reusableWorkflows: config.reusableWorkflows,
    runsAtOnce: config.runsAtOnce,
    paces: pacesOf(config.starts),
    startWithinMs: config.startWithinMs,
    tokenCipher: createTokenCipher(privateKey),
    /** Of the secrets of webhooks. */
    cipher: createTokenCipher(privateKey, 'webhook secret'),
  }
  return {
    ...work,
    access: createCallerAccess({ ...work, recordKeyUse: createRecordKeyUse(work) }),
    feedback: createFeedback(work),
    checkSender: createCheckSender(work),
    outgoing: createWebhooks({ ...work, newSecret: () => formatSecret(work.secretBytes(32)) }),
  }
}
