import type { ModelList } from '../contract/list-responses.ts'
import type { ProjectLimits, UsageReport } from '../contract/usage-responses.ts'
import { type Batches, createBatches } from './batches.ts'
import type { Jobs, RequestOptions } from './job.ts'
import { createJobs } from './jobs.ts'
import { createProjects, type Projects } from './projects.ts'
import { type ClientOptions, readSettings } from './settings.ts'
import { createTransport } from './transport.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export interface UsageOptions extends RequestOptions {
  /** Number of days in UTC, today included, 1 to 366. Default: 30. */
  readonly days?: number | undefined
  readonly projectId?: string | undefined
}

export interface Client {
  readonly jobs: Jobs
  readonly batches: Batches
  readonly projects: Projects
  readonly webhooks: Webhooks
  /** The models that a job may name, with list prices. */
  models(options?: RequestOptions): Promise<ModelList>
  /** Runs, tokens and cost of the last days. */
  usage(options?: UsageOptions): Promise<UsageReport>
  /** What a project has left of its limits. */
  limits(projectId: string, options?: RequestOptions): Promise<ProjectLimits>
}

/** A client of one server with one API key. For servers and command lines; an API key does not belong in a browser. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(readSettings(options))
  return {
    jobs: createJobs(transport),
    batches: createBatches(transport),
    projects: createProjects(transport),
    webhooks: createWebhooks(transport),
    async models({ signal } = {}) {
      return (await transport.json<ModelList>('listModels', { signal })).value
    },
    async usage({ signal, ...query } = {}) {
      return (await transport.json<UsageReport>('getUsage', { query: { ...query }, signal })).value
    },
    async limits(projectId, { signal } = {}) {
      return (await transport.json<ProjectLimits>('getLimits', { path: { projectId }, signal })).value
    },
  }
}
