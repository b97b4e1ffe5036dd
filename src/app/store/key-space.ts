import type { JobStatus } from '../../contract/job.ts'
import type { JobKey } from '../domain/run-id.ts'

/**
 * Every key of the store, in one place. Ids hold no slash. Times are 13 digits, so that keys order by time until the
 * year 2286.
 */
const LAST = 9_999_999_999_999
const time = (ms: number): string => String(Math.min(LAST, Math.max(0, Math.floor(ms)))).padStart(13, '0')
const newestFirst = (ms: number): string => time(LAST - ms)
const count = (n: number): string => String(n).padStart(6, '0')

export const keySpace = {
  /**
   * State and current run: the only compare-and-set key of a job. The id, which begins with its time, stands first, so
   * that jobs made at one time lie side by side, whichever projects they are of: a batch writes few pages.
   */
  job: (k: JobKey) => `job/${k.job}/${k.project}`,
  /** What get answers. */
  view: (k: JobKey) => `view/${k.job}/${k.project}`,
  /** One prompt, immutable. */
  message: (job: string, n: number) => `msg/${job}/${count(n)}`,
  /** What the runner reported, immutable. */
  result: (job: string, run: number) => `result/${job}/${count(run)}`,
  /** An ended run, immutable. */
  run: (job: string, run: number) => `run/${job}/${count(run)}`,
  runs: (job: string) => `run/${job}/`,
  patch: (job: string, run: number) => `patch/${job}/${count(run)}`,
  /** A batch of events, immutable; named for its first. */
  events: (job: string, run: number, seq: number) => `ev/${job}/${count(run)}-${count(seq)}`,
  eventsOf: (job: string) => `ev/${job}/`,
  /** Heartbeat and last event of a run. */
  heartbeat: (run: string) => `heartbeat/${run}`,
  workflowRun: (repositoryId: number, workflowRunId: number) => `wr/${repositoryId}/${workflowRunId}`,
  pullRequest: (repositoryId: number, number: number) => `pr/${repositoryId}/${number}`,
  /** Newest first, each status by itself: the few that failed are found among however many are done. */
  byTime: (k: JobKey, status: JobStatus, createdAt: number) =>
    `${keySpace.byTimeOf(k.project, status)}${newestFirst(createdAt)}/${k.job}`,
  byTimeOf: (project: string, status: JobStatus) => `by/${project}/${status}/`,
  dueJob: (k: JobKey, at: number) => `due/${time(at)}/job/${k.project}/${k.job}`,
  /** As `due`, for jobs that only grow old: however many come of age at once, new work does not wait behind them. */
  retentionJob: (k: JobKey, at: number) => `retention/${time(at)}/job/${k.project}/${k.job}`,
  dueProject: (project: string, at: number) => `due/${time(at)}/project/${project}`,
  due: () => 'due/',
  retention: () => 'retention/',
  /** The same thing at another time, whatever it is. */
  dueLater: (key: string, at: number) => key.replace(/(?<=^\w+\/)\d+/, time(at)),
  idempotency: (project: string, digest: string) => `idem/${project}/${digest}`,
  limit: (counted: string) => `limit/${counted}`,
  /** What the models cost on one day. */
  spending: (project: string) => `spend/${project}`,
  /** Held by a run from its dispatch to its end. */
  slot: (project: string, run: string) => `slot/${project}/${run}`,
  slotsOf: (project: string) => `slot/${project}/`,
  /** Runs that found no place to run, those that wait longest first. */
  waiting: (k: JobKey, queuedAt: number) => `waiting/${k.project}/${time(queuedAt)}/${k.job}`,
  waitingOf: (project: string) => `waiting/${project}/`,
  slotLock: (project: string) => `lock/slots/${project}`,
  /** GitHub wants to hear nothing of this installation for a while. */
  pause: (installationId: number) => `pause/${installationId}`,
  /** How far the writes of this installation have used up what is to come. */
  pace: (installationId: number) => `pace/${installationId}`,
  delivery: (guid: string) => `delivery/${guid}`,
  tokenUse: (digest: string) => `jti/${digest}`,
  registration: (repositoryId: number, workflowRunId: number) =>
    `registered/${repositoryId}/${workflowRunId}`,
  project: (id: string) => `project/${id}`,
  projectOf: (accountId: number, id: string) => `account-project/${accountId}/${id}`,
  projectsOf: (accountId: number) => `account-project/${accountId}/`,
  /** Config and instruction files of the default branch, at one SHA. */
  projectFiles: (id: string, sha: string) => `files/${id}/${sha}`,
  account: (login: string) => `account/${login.toLowerCase()}`,
  accounts: () => 'account/',
  /** An API key's record, under the key's hash. */
  apiKey: (hash: string) => `key/${hash}`,
  /** Holds the hash. */
  apiKeyOf: (accountId: number, id: string) => `account-key/${accountId}/${id}`,
  apiKeysOf: (accountId: number) => `account-key/${accountId}/`,
}

export type Due =
  | { readonly at: number; readonly kind: 'job'; readonly key: JobKey }
  | { readonly at: number; readonly kind: 'project'; readonly project: string }

/** Reads a key of `due/` or `retention/` back; `null` for a key it does not know. */
export function parseDue(key: string): Due | null {
  const [, at, kind, project, job] = key.split('/')
  if (at === undefined || project === undefined) return null
  if (kind === 'job' && job !== undefined) return { at: Number(at), kind, key: { project, job } }
  if (kind === 'project') return { at: Number(at), kind, project }
  return null
}

/** The run of an `ev/` key. */
export const runOfEvents = (key: string): number => Number(/^ev\/[^/]+\/(\d+)-/.exec(key)?.[1])
