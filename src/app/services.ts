import type { Logger } from 'pino'
import { listAudit } from './audit/list-audit.ts'
import { type Batches, createBatches } from './batches/batches.ts'
import { limitsOfProject } from './budgets/limits-of-project.ts'
import { type Config, isAllowedAccount } from './config/config.ts'
import type { Random } from './domain/backoff.ts'
import type { JobKey } from './domain/run-id.ts'
import { createFeedback, type Feedback } from './feedback/feedback.ts'
import type { Github } from './github/github.ts'
import { type CallerAccess, createCallerAccess } from './http/auth/caller-access.ts'
import type { PageDeps } from './http/dashboard/frame/page-module.ts'
import { followPullRequest as followChange, type PullRequestChange } from './jobs/follow-pull-request.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { createRecordKeyUse } from './keys/find-key.ts'
import { createKeys, type Keys } from './keys/keys.ts'
import type { LogContext } from './log/create-log.ts'
import { formatSecret, type JobPage } from './outgoing/delivery/compose-body.ts'
import { fanOut } from './outgoing/delivery/fan-out.ts'
import type { WebhookTransport } from './outgoing/delivery/post-to-receiver.ts'
import { sendDue } from './outgoing/delivery/send-due.ts'
import { createWebhooks, type Webhooks } from './outgoing/endpoints/webhooks.ts'
import { budgetsAcross, budgetsOfProject } from './projects/match-budgets.ts'
import { createProjects, type Projects } from './projects/projects.ts'
import { createTokenCipher } from './records/token-cipher.ts'
import { advanceDueJob } from './runs/advance-due-job.ts'
import { pacesOf } from './runs/github-pacing.ts'
import type { RunnerWork, RunWork } from './runs/run-work.ts'
import type { Store } from './store/store.ts'
import type { WebhookLaneDeps } from './timers/lanes.ts'
import { createTriggers, type Triggers } from './triggers/triggers.ts'
import { listEndedRuns } from './usage/list-ended-runs.ts'
import { summarizeUsage, tabulateUsage } from './usage/summarize-usage.ts'

/** What the services stand on. */
export interface ServicesDeps {
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
  /** How the receivers of webhooks are reached. */
  readonly webhookTransport: WebhookTransport
  readonly jobPage: JobPage
  /** Uniform from 0 to `below` - 1, from a secure source. */
  readonly secretInt: (below: number) => number
  /** Called after a commit that leaves something due. */
  readonly onDue: () => void
  readonly log: Logger
  readonly logContext: LogContext
}

export interface Services {
  readonly projects: Projects
  readonly jobs: Jobs
  readonly batches: Batches
  readonly keys: Keys
  /** What the requests of runners need. */
  readonly runs: RunnerWork
  /** Does the due work of a job in the background. */
  readonly advanceJob: (key: JobKey) => Promise<void>
  readonly access: CallerAccess
  readonly feedback: Feedback
  readonly followPullRequest: (key: JobKey, change: PullRequestChange) => Promise<number | null>
  readonly triggers: Triggers
  readonly usage: PageDeps['usage']
  readonly audit: PageDeps['audit']
  readonly outgoing: Webhooks
  readonly sending: WebhookLaneDeps
}

/** One service per room. Each is given what its type names, and nothing else. */
export function createServices(deps: ServicesDeps): Services {
  const { config, store, github, now, random, onDue, log, logContext } = deps
  const { dailyCostUsd, limits, retention, reusableWorkflows, serverUrl } = config
  const isAllowed = isAllowedAccount(config.allowedAccounts)
  const tokenCipher = createTokenCipher(config.privateKey)
  const jobStore = { store, now, onDue, retention }

  const projects = createProjects({
    store,
    github,
    now,
    random,
    onDue,
    log,
    serverUrl,
    isAllowed,
    auditMs: retention.auditMs,
  })
  const jobs = createJobs({
    ...jobStore,
    rateLimit: config.rateLimit,
    dailyCostUsd,
    defaultModel: config.defaultModel,
    newJobId: deps.newJobId,
  })
  const runs: RunnerWork = {
    ...jobStore,
    github,
    projects,
    jobs,
    tokenCipher,
    limits,
    dailyCostUsd,
    serverUrl,
    reusableWorkflows,
    patchLimits: config.patchLimits,
    log,
  }
  const runWork: RunWork = {
    ...jobStore,
    github,
    projects,
    tokenCipher,
    random,
    dailyCostUsd,
    runsAtOnce: config.runsAtOnce,
    paces: pacesOf(config.starts),
    startWithinMs: config.startWithinMs,
    log,
    logContext,
  }
  const advanceJob: Services['advanceJob'] = (key) =>
    logContext.within({ ...key }, () => advanceDueJob(runWork, key))
  const batches = createBatches({
    store,
    now,
    onDue,
    jobs,
    projects,
    github,
    newBatchId: deps.newBatchId,
    retention,
    log,
  })
  const access = createCallerAccess({
    store,
    now,
    keyPepper: config.keyPepper,
    trustedProxies: config.trustedProxies,
    recordKeyUse: createRecordKeyUse({ store, now, log }),
  })
  const feedback = createFeedback({ store, github, now, limits, log, logContext })
  const follow = { ...jobStore, github, log }
  const followPullRequest: Services['followPullRequest'] = (key, change) =>
    logContext.within({ ...key }, () => followChange(follow, key, change))
  const triggers = createTriggers({ store, github, now, onDue, jobs, projects, log, logContext })
  const usage: Services['usage'] = {
    report: (query) => summarizeUsage({ store, now }, query),
    table: (query) => tabulateUsage({ store, now }, query),
    runs: (query) => listEndedRuns({ store, now }, query),
    limits: async (project) =>
      limitsOfProject(
        { store, now, dailyCostUsd, rateLimit: config.rateLimit },
        { ...project, budgets: await budgetsOfProject(store, project) },
      ),
    budgets: (accountId, projects) => budgetsAcross(store, accountId, projects, now()),
  }
  const audit: Services['audit'] = { list: (who, query) => listAudit(store, who, query) }
  const cipher = createTokenCipher(config.privateKey, 'webhook secret')
  const sendingDeps = {
    ...{
      store,
      now,
      random,
      onDue,
      transport: deps.webhookTransport,
      cipher,
      log,
      auditMs: retention.auditMs,
    },
    jobPage: deps.jobPage,
  }
  const sending: Services['sending'] = {
    fanOut: (accountId, entry) => fanOut({ store, now, onDue }, accountId, entry),
    sendDue: (place, entry) => sendDue(sendingDeps, place, entry),
  }
  const outgoing = createWebhooks({
    store,
    now,
    onDue,
    cipher,
    newWebhookId: deps.newWebhookId,
    newSecret: () => formatSecret(deps.secretBytes(32)),
    auditMs: retention.auditMs,
  })
  const keys = createKeys({
    store,
    now,
    keyPepper: config.keyPepper,
    auditMs: retention.auditMs,
    newId: deps.newKeyId,
    randomInt: deps.secretInt,
  })
  return {
    projects,
    jobs,
    batches,
    keys,
    runs,
    advanceJob,
    access,
    feedback,
    followPullRequest,
    triggers,
    usage,
    audit,
    outgoing,
    sending,
  }
}
