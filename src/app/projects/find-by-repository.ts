import type { Store } from '../store/store.ts'
import { listProjects } from './list-projects.ts'
import type { Project } from './project.ts'

/** `owner/name`, as the server last saw it. */
export const repositoryOf = ({ owner, name }: Project): string => `${owner}/${name}`

/** Every installed project of an account, in the order of their ids. */
export async function allProjects(store: Store, accountId: number): Promise<Project[]> {
  const found: Project[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await listProjects(store, accountId, () => true, { cursor, limit: 500 })
    found.push(...page.projects)
    cursor = page.nextCursor
    if (cursor === null) return found
  }
}

/** The id of the account's project with this repository; GitHub compares names without their case. */
export async function projectIdOfRepository(
  store: Store,
  accountId: number,
  repository: string,
): Promise<string | null> {
  const projects = await allProjects(store, accountId)
  const wanted = repository.toLowerCase()
  return projects.find((project) => repositoryOf(project).toLowerCase() === wanted)?.id ?? null
}
