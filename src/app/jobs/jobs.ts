import type { RecordedEvent } from '../../contract/events.ts'
import type { RunView } from '../../contract/run.ts'
import type { Actor } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import type { Run } from '../domain/run.ts'
import type { EventId, JobKey, RunKey } from '../domain/run-id.ts'
import { createKeyedQueue } from '../limits/rate-limit.ts'
import type { Project } from '../projects/project.ts'
import { type KeptEvent, type Progress, progressAfter, readProgress } from '../records/read-progress.ts'
import { earlierRuns } from '../records/run-history.ts'
import { type JobStore, loadJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import { archiveJob, unarchiveJob } from './archive-job.ts'
import { cancelJob } from './cancel-job.ts'
import { type CreateJobOutcome, type CreateRequest, createJob, type FirstTransition } from './create-job.ts'
import { type FoundPatch, findPatch } from './find-patch.ts'
import { type AccountJobQuery, listAccountJobs } from './list-account-jobs.ts'
import { listJobRuns } from './list-job-runs.ts'
import { type JobPage, type JobQuery, listJobs } from './list-jobs.ts'
import { listMessages, type MessagePage, type MessageQuery } from './list-messages.ts'
import { readNewestEvents } from './newest-events.ts'
import {
  listRunEvents,
  loadJobs,
  type Obstacles,
  type RunHistory,
  readHistory,
  readObstacles,
} from './read-jobs.ts'
import { type RetryJobOutcome, type RetryRequest, retryJob } from './retry-job.ts'
import { type MessageRequest, type SendMessageOutcome, sendMessage } from './send-message.ts'
import { type UpdateBranchOutcome, type UpdateBranchRequest, updateBranch } from './update-branch.ts'

/** What callers do with jobs. `null` stands for a job that does not exist. */
export interface Jobs {
  create(request: CreateRequest, firstTransition?: FirstTransition): Promise<CreateJobOutcome>
  sendMessage(request: MessageRequest): Promise<SendMessageOutcome>
  retry(request: RetryRequest): Promise<RetryJobOutcome>
  /** Merges the base into the branch of the pull request. */
  updateBranch(request: UpdateBranchRequest): Promise<UpdateBranchOutcome>
  cancel(key: JobKey, by: Actor): Promise<Job | null>
  archive(key: JobKey, by: Actor): Promise<Job | null>
  unarchive(key: JobKey, by: Actor): Promise<Job | null>
  load(key: JobKey): Promise<Job | null>
  /** In the order of the keys; `null`: gone, or unreadable. */
  loadMany(keys: readonly JobKey[]): Promise<(Job | null)[]>
  /** The runs of a job, oldest first, with what was reported of them. */
  history(job: Job): Promise<RunHistory[]>
  /** What keeps the runs of a project from starting. */
  obstacles(project: Pick<Project, 'id' | 'accountId' | 'installationId'>): Promise<Obstacles>
  list(project: Pick<Project, 'id' | 'accountId'>, query: JobQuery): Promise<JobPage>
  /** Jobs of an account, in the projects that `covers` accepts. */
  listOfAccount(
    accountId: number,
    covers: (project: string) => Promise<boolean>,
    query: AccountJobQuery,
  ): Promise<JobPage>
  messages(key: JobKey, page: MessageQuery): Promise<MessagePage | null>
  /** With what keeps the last one from starting, which is why the account is asked for. */
  runs(key: JobKey, accountId: number): Promise<RunView[] | null>
  patch(key: JobKey, run: number): Promise<FoundPatch>
  /** A page of the job's events, after `place`. */
  progress(key: JobKey, place: string): Promise<Progress | null>
  /** As `progress`, from the first event of a run. */
  progressOfRun(key: JobKey, run: number): Promise<Progress | null>
  /** All events of a run, oldest first. */
  runEvents(key: JobKey, run: number): Promise<KeptEvent[]>
  /** The newest events of each of these runs, oldest first: some, not all. */
  newestEvents(runs: readonly RunKey[]): Promise<RecordedEvent[][]>
  /** The ended runs before the current one, oldest first. */
  earlierRuns(job: Job): Promise<Run[]>
  /** `gone`: this event was deleted; `unknown`: it never existed. */
  progressAfter(key: JobKey, id: EventId): Promise<Progress | null | 'gone' | 'unknown'>
}

export interface JobsDeps extends JobStore {
  /** Requests of a project in an hour; 0 is no limit. */
  readonly rateLimit: number
  /** US dollars that the models of a project may cost in a day. */
  readonly dailyCostUsd: number
  readonly defaultModel: string
  readonly newJobId: () => string
}

export function createJobs(given: JobsDeps): Jobs {
  const deps = { ...given, queue: createKeyedQueue() }
  const { store } = deps
  return {
    create: (request, firstTransition) => createJob(deps, request, firstTransition),
    sendMessage: (request) => sendMessage<never>(deps, request),
    retry: (request) => retryJob(deps, request),
    updateBranch: (request) => updateBranch(deps, request),
    cancel: (key, by) => cancelJob(deps, key, by),
    archive: (key, by) => archiveJob(deps, key, by),
    unarchive: (key, by) => unarchiveJob(deps, key, by),
    load: async (key) => (await loadJob(store, key))?.job ?? null,
    loadMany: (keys) => loadJobs(store, keys),
    history: (job) => readHistory(store, job),
    obstacles: (project) => readObstacles(deps, project),
    list: (project, query) => listJobs(store, project, query),
    listOfAccount: (accountId, covers, query) => listAccountJobs(store, accountId, covers, query),
    messages: (key, page) => listMessages(store, key, page),
    runs: (key, accountId) => listJobRuns(store, key, accountId),
    patch: (key, run) => findPatch(store, key, run),
    progress: (key, place) => readProgress(store, key, place),
    progressOfRun: (key, run) => readProgress(store, key, keySpace.events(key.job, run, 0)),
    runEvents: (key, run) => listRunEvents(store, key, run),
    newestEvents: (runs) => readNewestEvents(store, runs),
    earlierRuns: async (job) => (job.run.number === 1 ? [] : earlierRuns(store, job)),
    progressAfter: (key, id) => progressAfter(store, key, id),
  }
}
