import type { AgentJob } from '../contract/job.ts'
import type { JobList, ListedJob, MessageList } from '../contract/list-responses.ts'
import type { RunList } from '../contract/run.ts'
import { followEvents } from './follow-events.ts'
import { type AccountJobsOptions, Job, type Jobs, type ProjectJobsOptions, type SendOptions } from './job.ts'
import type { JobRef } from './open-stream.ts'
import type { OperationId } from './operations.ts'
import { Pages } from './pages.ts'
import type { Call, Transport } from './transport.ts'
import { waitForJob } from './wait-for-job.ts'

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
    message: (ref, prompt, options) => sendMessage(ref, { ...options, body: { prompt } }),
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
