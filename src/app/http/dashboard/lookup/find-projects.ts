import { type Project, projectIdOf } from '../../../projects/project.ts'
import type { Projects } from '../../../projects/projects.ts'
import {
  type Access,
  includesRight,
  type RepositoryAccess,
  type Right,
  rightIn,
} from '../../../sessions/access.ts'

/** A project that a person sees, as GitHub listed it. */
export interface SeenProject {
  readonly id: string
  /** `owner/name`, in lower case. */
  readonly name: string
  readonly right: Right
}

interface Index {
  /** Ordered by name. */
  readonly list: readonly SeenProject[]
  readonly byId: ReadonlyMap<string, SeenProject>
}

/** Made once for each answer of GitHub: a person may have thousands of repositories. */
const indexes = new WeakMap<Access['repositories'], Map<number, Index>>()

function indexOf({ repositories, accounts }: Access, accountId: number): Index {
  const ofAccess = indexes.get(repositories) ?? new Map<number, Index>()
  indexes.set(repositories, ofAccess)
  const known = ofAccess.get(accountId)
  if (known !== undefined) return known
  const owner = accounts.find(({ id }) => id === accountId)?.login ?? ''
  const list = [...repositories]
    .filter(([, repository]) => repository.accountId === accountId)
    .map(([id, { name, right }]: [number, RepositoryAccess]): SeenProject => {
      return { id: projectIdOf(id), name: `${owner}/${name}`.toLowerCase(), right }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const made = { list, byId: new Map(list.map((one) => [one.id, one])) }
  ofAccess.set(accountId, made)
  return made
}

export interface FoundProjects {
  /** Ordered by name. */
  readonly projects: readonly Project[]
  /** How many match, also those beyond the limit. */
  readonly total: number
}

/** The projects of an account that the person sees. Only those that are returned are read from the store. */
export async function findProjects(
  { projects }: { readonly projects: Pick<Projects, 'load'> },
  access: Access,
  accountId: number,
  { search = '', wanted = 'read', limit }: { search?: string; wanted?: Right; limit: number },
): Promise<FoundProjects> {
  const text = search.trim().toLowerCase()
  const found = indexOf(access, accountId).list.filter(
    ({ id, name, right }) =>
      includesRight(right, wanted) && (text === '' || name.includes(text) || id.includes(text)),
  )
  const loaded = await Promise.all(found.slice(0, limit).map(({ id }) => projects.load(id)))
  const seen = loaded.flatMap((project) =>
    project === null || rightIn(access, project) === null ? [] : [project],
  )
  // GitHub may list a repository that the server does not know yet.
  return { projects: seen, total: found.length <= limit ? seen.length : found.length }
}

/** The right in a project of the account; `null`: none. */
export const rightInProject = (access: Access, accountId: number, projectId: string): Right | null =>
  indexOf(access, accountId).byId.get(projectId)?.right ?? null

/** Whether the person has this right in any project of the account. */
export const hasRightAnywhere = (access: Access, accountId: number, wanted: Right): boolean =>
  indexOf(access, accountId).list.some(({ right }) => includesRight(right, wanted))

/** The id of a project that a person has typed: its id, `owner/name` or the name; `null`: they see none of that name. */
export function projectNamed(access: Access, accountId: number, typed: string): string | null {
  const { list, byId } = indexOf(access, accountId)
  const text = typed.trim().toLowerCase()
  if (byId.has(text)) return text
  return list.find(({ name }) => name === text || name.endsWith(`/${text}`))?.id ?? null
}

/** The ids of all projects of the account in which the person has this right. */
export const projectIdsWith = (access: Access, accountId: number, wanted: Right): string[] =>
  indexOf(access, accountId)
    .list.filter(({ right }) => includesRight(right, wanted))
    .map(({ id }) => id)
