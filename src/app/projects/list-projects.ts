import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { parseProject } from './load-project.ts'
import type { Project } from './project.ts'

export interface ProjectPage {
  readonly projects: readonly Project[]
  /** Where the next page starts; `null` on the last. */
  readonly nextCursor: string | null
}

/** Installed projects of an account that `covers` accepts, in the order of their ids. */
export async function listProjects(
  store: Store,
  accountId: number,
  covers: (project: Project) => boolean,
  page: { cursor: string | null; limit: number },
): Promise<ProjectPage> {
  const prefix = keySpace.projectsOf(accountId)
  const after = page.cursor === null ? {} : { after: prefix + page.cursor }
  const entries = await store.list({ prefix, limit: page.limit, ...after })
  const raw = await store.getMany(entries.map((entry) => keySpace.project(entry.value)))
  const projects = raw
    .flatMap((text) => (text === undefined ? [] : [parseProject(text)]))
    .filter(
      (project) => project.accountId === accountId && project.installationId !== null && covers(project),
    )
  const last = entries.at(-1)
  return { projects, nextCursor: last && entries.length === page.limit ? last.value : null }
}
