import type { JobStatus } from '../../contract/job.ts'
import type { JobKey } from '../domain/run-id.ts'

/**
 * The families of keys that are listed in order. A database without ordered keys needs an index of only these: most
 * entries are read by their key.
 */
export const LISTED_FAMILIES = [
  'account/',
  'account-job/',
  'account-key/',
  'account-project/',
  'account-batch/',
  'audit/',
  'batch-unit/',
  'batching/',
  'by/',
  'due/',
  'ev/',
  'feedback/',
  'key-creator/',
  'onboarding/',
  'outbox/',
  'pending-delivery/',
  'refresh/',
  'retention/',
  'run/',
  'sending/',
  'server/',
  'slot/',
  'trigger-request/',
  'trigger/',
  'usage/',
  'waiting/',
  'webhook-delivery/',
] as const

export type ListPrefix = `${(typeof LISTED_FAMILIES)[number]}${string}`

/** A missing family is a bug. All adapters report it with the same error. */
export function requireListed(prefix: string): void {
  if (LISTED_FAMILIES.some((family) => prefix.startsWith(family))) return
  throw new TypeError(
    `keys that start with "${prefix}" cannot be listed: add their family to LISTED_FAMILIES in key-space.ts`,
  )
}

/** Ids contain no slash. Times have 13 digits, so that keys sort by time until the year 2286. */
const LAST = 9_999_999_999_999
const time = (ms: number): string => String(Math.min(LAST, Math.max(0, Math.floor(ms)))).padStart(13, '0')
const newestFirst = (ms: number): string => time(LAST - ms)
const count = (n: number): string => String(n).padStart(6, '0')

/** Every key of the store. */
export const keySpace = {
  /**
   * State and current run: the only compare-and-set key of a job. The id, which starts with its time, comes first, so
   * that jobs created together are adjacent, whatever their projects: a batch then writes few pages.
   */
  job: (k: JobKey) => `job/${k.job}/${k.project}`,
  /** The response to get. */
  view: (k: JobKey) => `view/${k.job}/${k.project}`,
  /** One prompt, immutable. */
  message: (job: string, n: number) => `msg/${job}/${count(n)}`,
  /** What the runner reported, immutable. */
  result: (job: string, run: number) => `result/${job}/${count(run)}`,
  /** An ended run, immutable. */
  run: (job: string, run: number) => `run/${job}/${count(run)}`,
  runs: (job: string) => `run/${job}/` as const,
  /** The saved patch of a run. */
  patch: (job: string, run: number) => `patch/${job}/${count(run)}`,
  /** The charged size of a saved patch. */
  patchSize: (job: string, run: number) => `patch-size/${job}/${count(run)}`,
  /** Total bytes of all saved patches. */
  patchUsageOfProject: (project: string) => `patch-usage/project/${project}`,
  patchUsageOfAccount: (accountId: number) => `patch-usage/account/${accountId}`,
  /** A batch of events, immutable, named for its first event. */
  events: (job: string, run: number, seq: number) => `ev/${job}/${count(run)}-${count(seq)}`,
  eventsOf: (job: string) => `ev/${job}/` as const,
  heartbeat: (run: string) => `heartbeat/${run}`,
  workflowRun: (repositoryId: number, workflowRunId: number) => `wr/${repositoryId}/${workflowRunId}`,
  pullRequest: (repositoryId: number, number: number) => `pr/${repositoryId}/${number}`,
  /** The newest job of an issue. */
  issue: (repositoryId: number, number: number) => `issue/${repositoryId}/${number}`,
  /** What became of a comment, a review or a label. One that led to a job leads to it permanently. */
  source: (repositoryId: number, id: string) => `source/${repositoryId}/${id}`,
  /** A comment, a review or a label that waits for its turn, as the webhook brought it. */
  triggerRequest: (project: string, id: string) => `trigger-request/${project}/${id}`,
  triggerRequestsOf: (project: string) => `trigger-request/${project}/` as const,
  /** When the request is looked at next. */
  trigger: (at: number, request: { kind: string; project: string; id: string }) =>
    `trigger/${time(at)}/${request.kind}/${request.project}/${request.id}`,
  triggers: () => 'trigger/' as const,
  /** Merges in other repositories that wait for their quiet time, by group. */
  pendingMerges: (project: string, group: string) => `watch/${project}/${group}`,
  /** The newest job of a group. */
  watchJob: (project: string, group: string) => `watch-job/${project}/${group}`,
  /**
   * Newest first, separately for each status, so that a few failed jobs are found quickly among many completed ones.
   */
  byTime: (k: JobKey, status: JobStatus, createdAt: number) =>
    `${keySpace.byTimeOf(k.project, status)}${keySpace.place(createdAt, k.job)}`,
  byTimeOf: (project: string, status: JobStatus) => `by/${project}/${status}/` as const,
  /** The place of a job in a list that is newest first. */
  place: (createdAt: number, job: string) => `${newestFirst(createdAt)}/${job}`,
  jobOfPlace: (place: string) => place.slice(place.indexOf('/') + 1),
  /** After all places of this time. */
  placeAfter: (createdAt: number) => `${newestFirst(createdAt)}0`,
  /** All jobs of an account, newest first. Contains the job as lists return it. */
  accountJob: (accountId: number, place: string) => `account-job/${accountId}/${place}`,
  accountJobsOf: (accountId: number) => `account-job/${accountId}/` as const,
  /** What people, keys and operators did in an account, newest first. */
  audit: (accountId: number, at: number, id: string) => `audit/${accountId}/${keySpace.place(at, id)}`,
  auditOf: (accountId: number) => `audit/${accountId}/` as const,
  /** What one ended run of an account used, oldest first, immutable. */
  usage: (accountId: number, at: number, job: string, run: number) =>
    `${keySpace.usageSince(accountId, at)}/${job}/${count(run)}`,
  usageOf: (accountId: number) => `usage/${accountId}/` as const,
  /** Before all entries from this time. */
  usageSince: (accountId: number, at: number) => `usage/${accountId}/${time(at)}` as const,
  /** The sums of the runs that ended on one day in UTC. */
  usageDay: (accountId: number, day: string) => `usage-day/${accountId}/${day}`,
  /** The commit whose refused settings were audited last. */
  auditedRefusal: (project: string) => `audited-refusal/${project}`,
  dueJob: (k: JobKey, at: number) => `due/${time(at)}/job/${k.project}/${k.job}`,
  due: () => 'due/' as const,
  /** Projects whose settings are to be read again. */
  refreshProject: (project: string, at: number) => `refresh/${time(at)}/project/${project}`,
  refresh: () => 'refresh/' as const,
  /**
   * Jobs without work, by the time of their archiving or deletion. A separate queue, so that new work never waits
   * behind them.
   */
  retentionJob: (k: JobKey, at: number) => `retention/${time(at)}/job/${k.project}/${k.job}`,
  retention: () => 'retention/' as const,
  /** Jobs whose comment or check run may be out of date. */
  feedbackJob: (k: JobKey, at: number) => `feedback/${time(at)}/show/${k.project}/${k.job}`,
  /** Jobs whose pull request was closed or reopened. */
  followPullRequest: (k: JobKey, at: number) => `feedback/${time(at)}/pull-request/${k.project}/${k.job}`,
  feedback: () => 'feedback/' as const,
  /** Projects that may need the workflow file. */
  onboardProject: (project: string, at: number) => `onboarding/${time(at)}/project/${project}`,
  onboarding: () => 'onboarding/' as const,
  /** The state of a batch. */
  batch: (id: string) => `batch/${id}`,
  batchPrompt: (id: string) => `batch-prompt/${id}`,
  /** One job of a batch. */
  batchUnit: (batch: string, number: number) => `batch-unit/${batch}/${count(number)}`,
  batchUnitsOf: (batch: string) => `batch-unit/${batch}/` as const,
  /** The batches of an account, newest first. */
  accountBatch: (accountId: number, place: string) => `account-batch/${accountId}/${place}`,
  accountBatchesOf: (accountId: number) => `account-batch/${accountId}/` as const,
  /** When a batch is looked at next; the account stands where other queues have the project. */
  batchStep: (accountId: number, batch: string, at: number) =>
    `batching/${time(at)}/step/${accountId}/${batch}`,
  /** A run of a job of a batch has ended. */
  batchJobEnded: (accountId: number, run: string, at: number) =>
    `batching/${time(at)}/ended/${accountId}/${run}`,
  /** When a batch that has ended is deleted. */
  batchPurge: (accountId: number, batch: string, at: number) =>
    `batching/${time(at)}/purge/${accountId}/${batch}`,
  batching: () => 'batching/' as const,
  /** All outgoing webhooks of an account. */
  webhooks: (accountId: number) => `webhooks/${accountId}`,
  /** What happened to a job, for the webhooks of its account; the account stands where other queues have the project. */
  outboxEvent: (accountId: number, at: number, id: string) => `outbox/${time(at)}/event/${accountId}/${id}`,
  outbox: () => 'outbox/' as const,
  /** When a webhook is looked at next. */
  sendWebhook: (accountId: number, webhook: string, at: number) =>
    `sending/${time(at)}/webhook/${accountId}/${webhook}`,
  sending: () => 'sending/' as const,
  /** How sending to a webhook goes: its place in the queue, and its failures. */
  webhookState: (webhook: string) => `webhook-state/${webhook}`,
  /** Deliveries that are not done, oldest first. Contains the key of the delivery. */
  pendingDelivery: (webhook: string, at: number, id: string) =>
    `pending-delivery/${webhook}/${time(at)}/${id}`,
  pendingDeliveriesOf: (webhook: string) => `pending-delivery/${webhook}/` as const,
  /** One event for one webhook, newest first. */
  webhookDelivery: (webhook: string, at: number, id: string) =>
    `webhook-delivery/${webhook}/${newestFirst(at)}/${id}`,
  webhookDeliveriesOf: (webhook: string) => `webhook-delivery/${webhook}/` as const,
  /** What people see of a job on GitHub. */
  shown: (job: string) => `shown/${job}`,
  /** The same entry of a queue at another time. */
  dueLater: (key: string, at: number) => key.replace(/(?<=^\w+\/)\d+/, time(at)),
  idempotency: (project: string, digest: string) => `idem/${project}/${digest}`,
  limit: (counted: string) => `limit/${counted}`,
  /** Model cost of one day. */
  spending: (project: string) => `spend/${project}`,
  /** What an account has spent of a budget in one month. */
  monthlySpending: (accountId: number, budget: string) => `budget/${accountId}/${budget}`,
  /** Held by a run from its dispatch to its end. */
  slot: (project: string, run: string) => `slot/${project}/${run}`,
  slotsOf: (project: string) => `slot/${project}/` as const,
  /** Incremented by every run that takes a slot. */
  slotLock: (project: string) => `lock/slots/${project}`,
  /** Runs that wait for a slot, longest wait first. */
  waiting: (k: JobKey, queuedAt: number) => `waiting/${k.project}/${time(queuedAt)}/${k.job}`,
  waitingOf: (project: string) => `waiting/${project}/` as const,
  /** An operator's order to start no runs. */
  hold: (scope: 'account' | 'project', id: string) => `hold/${scope}/${id}`,
  /** End of the pause that GitHub's rate limit imposes on this installation. */
  pause: (installationId: number) => `pause/${installationId}`,
  /** The same for what is only shown to people. */
  contentPause: (installationId: number) => `content-pause/${installationId}`,
  /** End of the last paced slot that this installation has taken. */
  pace: (installationId: number) => `pace/${installationId}`,
  /** How much content was created through this installation, by minute. */
  content: (installationId: number) => `content/${installationId}`,
  /** What the owner of this installation has granted. */
  permissions: (installationId: number) => `permissions/${installationId}`,
  /** When failed webhooks were last requested again. */
  redeliveries: () => 'meta/redeliveries',
  /** A signed-in browser, by the hash of its cookie. */
  session: (hash: string) => `session/${hash}`,
  /** The sessions of a person, by GitHub's numeric id. */
  sessionsOf: (personId: number) => `person-sessions/${personId}`,
  /** When GitHub last reported that rights in an account have changed. */
  rightsChange: (accountId: number) => `rights-change/${accountId}`,
  delivery: (guid: string) => `delivery/${guid}`,
  tokenUse: (digest: string) => `jti/${digest}`,
  project: (id: string) => `project/${id}`,
  /** The last check of a project, for people. */
  projectCheck: (id: string) => `project-check/${id}`,
  /** The settings of an account, from its repository `.github`. */
  organisation: (accountId: number) => `organisation/${accountId}`,
  /** The repository whose workflow works on all repositories of an account. */
  runnerRepository: (accountId: number) => `runner-repository/${accountId}`,
  projectOf: (accountId: number, id: string) => `account-project/${accountId}/${id}`,
  projectsOf: (accountId: number) => `account-project/${accountId}/` as const,
  /** Instruction files of the default branch, at one SHA. */
  projectFiles: (id: string, sha: string) => `files/${id}/${sha}`,
  /** Why the settings of the default branch were refused at one SHA. */
  refusedSettings: (id: string, sha: string) => `refused/${id}/${sha}`,
  account: (login: string) => `account/${login.toLowerCase()}`,
  accounts: () => 'account/' as const,
  /** The record of an API key, under the hash of the key. */
  apiKey: (hash: string) => `key/${hash}`,
  /** The format of the store, see format.ts. */
  format: () => 'meta/format',
  /** Set when the store was moved: nothing may change it any more. See open/open-store.ts. */
  movedTo: () => 'meta/moved-to',
  /** Set while a move to this store is not complete. */
  movingFrom: () => 'meta/moving-from',
  /** The GitHub of the store, see same-github.ts. */
  github: () => 'meta/github',
  /** Incremented by every server that starts. */
  serverStarts: () => 'meta/server-starts',
  /** Presence of a running server. */
  server: (id: string) => `server/${id}`,
  servers: () => 'server/' as const,
  /** The latest roll call: every server renews its presence. */
  rollCall: () => 'meta/roll-call',
  /** A key whose creator may have lost the right to it. */
  keyCreator: (accountId: number, id: string, at: number) => `key-creator/${time(at)}/key/${accountId}/${id}`,
  keyCreators: () => 'key-creator/' as const,
  /** Contains the hash of the key. */
  apiKeyOf: (accountId: number, id: string) => `account-key/${accountId}/${id}`,
  apiKeysOf: (accountId: number) => `account-key/${accountId}/` as const,
}
