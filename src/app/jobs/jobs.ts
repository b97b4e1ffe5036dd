import type { Actor } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import type { Run } from '../domain/run.ts'
import type { EventId, JobKey, RunKey } from '../domain/run-id.ts'
import { createKeyedQueue } from '../limits/rate-limit.ts'
import type { Project } from '../projects/project.ts'
import { progressAfter, readProgress } from '../records/read-progress.ts'
import { earlierRuns } from '../records/run-history.ts'
import { type JobStore, loadJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import { archiveJob, unarchiveJob } from './archive-job.ts'
import { cancelJob } from './cancel-job.ts'
import { type CreateRequest, createJob, type FirstTransition } from './create-job.ts'
import { type AccountJobQuery, type JobQuery, listAccountJobs, listJobs, loadJobs } from './list-jobs.ts'
import { listMessages, type MessageQuery } from './list-messages.ts'
import { listRunEvents, readNewestEvents } from './read-events.ts'
import { findPatch, listJobRuns, readHistory, readObstacles } from './read-runs.ts'
import { type RetryRequest, retryJob } from './retry-job.ts'
import { type MessageRequest, sendMessage, type UpdateBranchRequest, updateBranch } from './send-message.ts'

/** What callers do with jobs. */
export type Jobs = ReturnType<typeof createJobs>

/** Hides what the use cases need from those who call them. `null` stands for a job that does not exist. */
export function createJobs(
  given: JobStore & {
    /** Requests of a project in an hour; 0 is no limit. */
    readonly rateLimit: number
    /** US dollars that the models of a project may cost in a day. */
    readonly dailyCostUsd: number
    readonly defaultModel: string
    readonly newJobId: () => string
  },
) {
  const deps = { ...given, queue: createKeyedQueue() }
  const { store } = deps
  return {
    create: (request: CreateRequest, firstTransition?: FirstTransition) =>
      createJob(deps, request, firstTransition),
    sendMessage: (request: MessageRequest) => sendMessage<never>(deps, request),
    retry: (request: RetryRequest) => retryJob(deps, request),
    /** Merges the base into the branch of the pull request. */
    updateBranch: (request: UpdateBranchRequest) => updateBranch(deps, request),
    cancel: (key: JobKey, by: Actor) => cancelJob(deps, key, by),
    archive: (key: JobKey, by: Actor) => archiveJob(deps, key, by),
    unarchive: (key: JobKey, by: Actor) => unarchiveJob(deps, key, by),

    load: async (key: JobKey): Promise<Job | null> => (await loadJob(store, key))?.job ?? null,
    /** In the order of the keys; `null`: gone, or unreadable. */
    loadMany: (keys: readonly JobKey[]) => loadJobs(store, keys),
    list: (project: Pick<Project, 'id' | 'accountId'>, query: JobQuery) => listJobs(store, project, query),
    /** Jobs of an account, in the projects that `covers` accepts. */
    listOfAccount: (
      accountId: number,
      covers: (project: string) => Promise<boolean>,
      query: AccountJobQuery,
    ) => listAccountJobs(store, accountId, covers, query),
    messages: (key: JobKey, page: MessageQuery) => listMessages(store, key, page),

    /** With what keeps the last one from starting. The account may be paused, hence `accountId`. */
    runs: (key: JobKey, accountId: number) => listJobRuns(store, key, accountId),
    /** The runs of a job, oldest first, with what was reported of them. */
    history: (job: Job) => readHistory(store, job),
    /** The ended runs before the current one, oldest first. */
    earlierRuns: async (job: Job): Promise<Run[]> => (job.run.number === 1 ? [] : earlierRuns(store, job)),
    patch: (key: JobKey, run: number) => findPatch(store, key, run),
    /** What keeps the runs of a project from starting. */
    obstacles: (project: Pick<Project, 'id' | 'accountId' | 'installationId'>) =>
      readObstacles(deps, project),

    /** A page of the job's events, after `place`. */
    progress: (key: JobKey, place: string) => readProgress(store, key, place),
    /** As `progress`, from the first event of a run. */
    progressOfRun: (key: JobKey, run: number) => readProgress(store, key, keySpace.events(key.job, run, 0)),
    /** `gone`: this event was deleted; `unknown`: it never existed. */
    progressAfter: (key: JobKey, id: EventId) => progressAfter(store, key, id),
    /** All events of a run, oldest first. */
    runEvents: (key: JobKey, run: number) => listRunEvents(store, key, run),
    /** The newest events of each of these runs, oldest first: some, not all. */
    newestEvents: (runs: readonly RunKey[]) => readNewestEvents(store, runs),
  }
}
