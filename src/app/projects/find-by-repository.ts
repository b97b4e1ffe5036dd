import type { Store } from '../store/store.ts'
import { listProjects } from './list-projects.ts'
import type { Project } from './project.ts'

/** `owner/name`, as last read from GitHub. */
export const repositoryOf = ({ owner, name }: Pick<Project, 'owner' | 'name'>): string => `${owner}/${name}`

/** All installed projects of an account, ordered by id. */
export async function allProjects(store: Store, accountId: number): Promise<Project[]> {
  const found: Project[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await listProjects(store, accountId, () => true, { cursor, limit: 500 })
    found.push(...page.projects)
    cursor = page.nextCursor
    if (cursor === null) return found
  }
}

/** The id of the account's project with this repository. Like GitHub, ignores the case of names. */
export async function projectIdOfRepository(
  store: Store,
  accountId: number,
  repository: string,
): Promise<string | null> {
  const projects = await allProjects(store, accountId)
  const wanted = repository.toLowerCase()
  return projects.find((project) => repositoryOf(project).toLowerCase() === wanted)?.id ?? null
}
