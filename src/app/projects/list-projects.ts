import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { parseProject } from './load-project.ts'
import type { Project } from './project.ts'

export interface ProjectPage {
  readonly projects: readonly Project[]
  /** Where the next page starts; `null` on the last page. */
  readonly nextCursor: string | null
}

/** Number of projects read in one batch, and at most in one request. */
const STEP = 200
const MAX_SEEN = 2_000

/** Installed projects of an account that `covers` accepts, ordered by id. */
export async function listProjects(
  store: Store,
  accountId: number,
  covers: (project: Project) => boolean,
  page: { cursor: string | null; limit: number },
): Promise<ProjectPage> {
  const prefix = keySpace.projectsOf(accountId)
  const isListed = (project: Project): boolean =>
    project.accountId === accountId && project.installationId !== null && covers(project)
  const projects: Project[] = []
  let place = page.cursor
  for (let seen = 0; seen < MAX_SEEN; seen += STEP) {
    const after = place === null ? {} : { after: prefix + place }
    const entries = await store.list({ prefix, limit: STEP, ...after })
    const stored = await store.getMany(entries.map(({ value: id }) => keySpace.project(id)))
    for (const [i, { value: id }] of entries.entries()) {
      const found = [stored[i] ?? []]
        .flat()
        .map((value) => parseProject(value))
        .filter(isListed)
      // There is another page only if another project follows.
      if (found.length > 0 && projects.length === page.limit) return { projects, nextCursor: place }
      projects.push(...found)
      place = id
    }
    if (entries.length < STEP) return { projects, nextCursor: null }
  }
  return { projects, nextCursor: place }
}
