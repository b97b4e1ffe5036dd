import type { AgentJob, CreateJobBody, JobStatus, Mode } from '../contract/job.ts'
import type { JobList, ListedJob, MessageList, Requester } from '../contract/list-responses.ts'
import type { RunList, RunView } from '../contract/run.ts'
import { type FollowOptions, followEvents, type JobUpdate } from './follow-events.ts'
import type { JobRef } from './open-stream.ts'
import type { OperationId } from './operations.ts'
import { type PageOptions, Pages } from './pages.ts'
import type { Call, RequestOptions, SendOptions, Transport } from './transport.ts'
import { type WaitOptions, waitForJob } from './wait-for-job.ts'

export type NewJob = Omit<CreateJobBody, 'asDraft'>

interface ListOptions extends PageOptions {
  readonly status?: JobStatus | undefined
  /** Only jobs that were created with these pairs. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

export interface ProjectJobsOptions extends ListOptions {
  readonly projectId: string
}

/** Of the list of all projects. */
export interface AccountJobsOptions extends ListOptions {
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly origin?: Requester['kind'] | undefined
  readonly person?: string | undefined
  readonly model?: string | undefined
  /** Id of the batch that created them. */
  readonly batch?: string | undefined
  readonly text?: string | undefined
}

/** `mode`: absent, the message asks for a change. */
export type MessageOptions = SendOptions & { readonly mode?: Mode | undefined }

export type SentMessage = MessageList['messages'][number]

export interface Jobs {
  create(projectId: string, job: NewJob, options?: SendOptions): Promise<Job>
  get(ref: JobRef, options?: RequestOptions): Promise<Job>
  /** Jobs of a project or, without `projectId`, of all projects that the key covers; newest first. */
  list(options?: ProjectJobsOptions | AccountJobsOptions): Pages<ListedJob>
  message(ref: JobRef, prompt: string, options?: MessageOptions): Promise<Job>
  retry(ref: JobRef, options?: SendOptions): Promise<Job>
  /** Brings the branch of the pull request up to date with its base. */
  update(ref: JobRef, options?: SendOptions): Promise<Job>
  cancel(ref: JobRef, options?: RequestOptions): Promise<Job>
  archive(ref: JobRef, options?: RequestOptions): Promise<Job>
  unarchive(ref: JobRef, options?: RequestOptions): Promise<Job>
  messages(ref: JobRef, options?: PageOptions): Pages<SentMessage>
  runs(ref: JobRef, options?: RequestOptions): Promise<readonly RunView[]>
  /** The work of a run that was not published, as a patch for `git apply`. */
  patch(ref: JobRef, run: number, options?: RequestOptions): Promise<Uint8Array>
  events(ref: JobRef, options?: FollowOptions): AsyncGenerator<JobUpdate>
  /** Waits until the job is no longer active. */
  wait(ref: JobRef, options?: WaitOptions): Promise<Job>
}

/** A job as the server last described it. It does not change: each method returns a new description of the job. */
export class Job {
  readonly projectId: string
  /** The object of the interface. */
  readonly data: AgentJob
  /** Code of the reason of a job that failed, or that has a question (`input-required`), if the response named it. */
  readonly reason: string | null
  readonly #jobs: Jobs

  constructor(jobs: Jobs, projectId: string, data: AgentJob, reason: string | null) {
    this.#jobs = jobs
    this.projectId = projectId
    this.data = data
    this.reason = reason
  }

  get id(): string {
    return this.data.id
  }

  get status(): JobStatus {
    return this.data.status
  }

  get prLink(): string | null {
    return this.data.prLink
  }

  get(options?: RequestOptions): Promise<Job> {
    return this.#jobs.get(this, options)
  }

  /** Waits until the job is no longer active. */
  wait(options?: WaitOptions): Promise<Job> {
    return this.#jobs.wait(this, options)
  }

  events(options?: FollowOptions): AsyncGenerator<JobUpdate> {
    return this.#jobs.events(this, options)
  }

  message(prompt: string, options?: MessageOptions): Promise<Job> {
    return this.#jobs.message(this, prompt, options)
  }

  retry(options?: SendOptions): Promise<Job> {
    return this.#jobs.retry(this, options)
  }

  update(options?: SendOptions): Promise<Job> {
    return this.#jobs.update(this, options)
  }

  cancel(options?: RequestOptions): Promise<Job> {
    return this.#jobs.cancel(this, options)
  }

  archive(options?: RequestOptions): Promise<Job> {
    return this.#jobs.archive(this, options)
  }

  unarchive(options?: RequestOptions): Promise<Job> {
    return this.#jobs.unarchive(this, options)
  }

  runs(options?: RequestOptions): Promise<readonly RunView[]> {
    return this.#jobs.runs(this, options)
  }

  messages(options?: PageOptions): Pages<SentMessage> {
    return this.#jobs.messages(this, options)
  }

  /** The work of a run that was not published, as a patch for `git apply`. */
  patch(run: number, options?: RequestOptions): Promise<Uint8Array> {
    return this.#jobs.patch(this, run, options)
  }

  toJSON(): AgentJob {
    return this.data
  }
}

export function createJobs(transport: Transport): Jobs {
  const pathOf = ({ projectId, id }: JobRef) => ({ projectId, id })

  async function send(operation: OperationId, projectId: string, call: Call): Promise<Job> {
    const { value, headers } = await transport.json<AgentJob>(operation, call)
    return new Job(jobs, projectId, value, headers.get('x-job-reason'))
  }
  const act =
    (operation: OperationId) =>
    (ref: JobRef, options: SendOptions & { body?: object } = {}) =>
      send(operation, ref.projectId, { path: pathOf(ref), ...options })

  const get = act('getJob')
  const sendMessage = act('sendMessage')
  const jobs: Jobs = {
    create: (projectId, body, options = {}) =>
      send('createJob', projectId, { path: { projectId }, body, ...options }),
    get,
    list: (options = {}) => listJobs(transport, options),
    message: (ref, prompt, { mode, ...options } = {}) =>
      sendMessage(ref, { ...options, body: { prompt, mode } }),
    retry: act('retryJob'),
    update: act('updateJobBranch'),
    cancel: act('cancelJob'),
    archive: act('archiveJob'),
    unarchive: act('unarchiveJob'),
    messages: (ref, { limit, cursor: start, signal } = {}) =>
      new Pages(async (cursor) => {
        const { value } = await transport.json<MessageList>('listMessages', {
          path: pathOf(ref),
          query: { cursor, limit },
          signal,
        })
        return { items: value.messages, nextCursor: value.nextCursor }
      }, start),
    async runs(ref, { signal } = {}) {
      const { value } = await transport.json<RunList>('listRuns', { path: pathOf(ref), signal })
      return value.runs
    },
    async patch(ref, run, { signal } = {}) {
      const path = { ...pathOf(ref), number: run }
      const { value } = await transport.bytes('getPatch', {
        path,
        headers: { accept: 'text/x-diff, application/json' },
        signal,
      })
      return value
    },
    events: (ref, options) => followEvents(transport, pathOf(ref), options),
    async wait(ref, options) {
      await waitForJob(transport, pathOf(ref), options)
      // The event has no reason.
      return get(ref, { signal: options?.signal })
    },
  }
  return jobs
}

function listJobs(
  transport: Transport,
  { signal, cursor: start, ...options }: ProjectJobsOptions | AccountJobsOptions,
): Pages<ListedJob> {
  return new Pages(async (cursor) => {
    const { value } =
      'projectId' in options
        ? await transport.json<JobList>('listJobs', {
            path: { projectId: options.projectId },
            query: {
              cursor,
              status: options.status,
              metadata: options.metadata,
              limit: options.limit,
            },
            signal,
          })
        : await transport.json<JobList>('listAccountJobs', { query: { ...options, cursor }, signal })
    return { items: value.jobs, nextCursor: value.nextCursor }
  }, start)
}
