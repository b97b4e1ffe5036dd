import type { ModelList, ProjectList } from '../contract/list-responses.ts'
import type { OutcomesReport, ProjectLimits, UsageReport } from '../contract/usage-responses.ts'
import { type Batches, createBatches } from './batches.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { Pages } from './pages.ts'
import { type ClientOptions, readSettings } from './settings.ts'
import { createTransport, type RequestOptions, type Transport } from './transport.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export interface UsageOptions extends RequestOptions {
  /** Number of days in UTC, today included, 1 to 366. Default: 30. */
  readonly days?: number | undefined
  readonly projectId?: string | undefined
}

export interface OutcomesOptions extends UsageOptions {
  /** Adds the outcomes by the value of this pair of metadata. */
  readonly metadataName?: string | undefined
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
  /** What became of the pull requests of the jobs of the last days. */
  outcomes(options?: OutcomesOptions): Promise<OutcomesReport>
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
    async outcomes({ signal, ...query } = {}) {
      return (await transport.json<OutcomesReport>('getOutcomes', { query: { ...query }, signal })).value
    },
    async limits(projectId, { signal } = {}) {
      return (await transport.json<ProjectLimits>('getLimits', { path: { projectId }, signal })).value
    },
  }
}

export type Project = ProjectList['projects'][number]

export interface ProjectsOptions extends RequestOptions {
  /** Only this repository, as `owner/name` or its URL on GitHub. */
  readonly repository?: string | undefined
  /** Start here: `nextCursor` of an earlier page. */
  readonly cursor?: string | undefined
}

export interface Projects {
  /** The projects that the key covers, ordered by id. */
  list(options?: ProjectsOptions): Pages<Project>
  /** The project of a repository, `owner/name` or its URL on GitHub; `null`: the key covers none. */
  find(repository: string, options?: RequestOptions): Promise<Project | null>
}

function createProjects(transport: Transport): Projects {
  const list = ({ repository, cursor: start, signal }: ProjectsOptions = {}): Pages<Project> =>
    new Pages(async (cursor) => {
      const { value } = await transport.json<ProjectList>('listProjects', {
        query: { cursor, repository },
        signal,
      })
      return { items: value.projects, nextCursor: value.nextCursor }
    }, start)
  return {
    list,
    async find(repository, options = {}) {
      for await (const project of list({ ...options, repository })) return project
      return null
    },
  }
}
