import type { ProjectList } from '../contract/list-responses.ts'
import type { RequestOptions } from './job.ts'
import { Pages } from './pages.ts'
import type { Transport } from './transport.ts'

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

export function createProjects(transport: Transport): Projects {
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
