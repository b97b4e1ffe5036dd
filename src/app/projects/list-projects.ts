import type { ListPrefix } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import { type AccountRecord, accountKeys, parseAccount } from './account.ts'
import { type Project, parseProject, projectKeys } from './project.ts'

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
  const prefix = projectKeys.allOf(accountId)
  const isListed = (project: Project): boolean =>
    project.accountId === accountId && project.installationId !== null && covers(project)
  const projects: Project[] = []
  let place = page.cursor
  for (let seen = 0; seen < MAX_SEEN; seen += STEP) {
    const after = place === null ? {} : { after: prefix + place }
    const entries = await store.list({ prefix, limit: STEP, ...after })
    const stored = await store.getMany(entries.map(({ value: id }) => projectKeys.record(id)))
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

const PAGE = 500

/** Ids of the projects that the account owned when the App was last seen on them. */
export const projectIdsOf = (store: Store, accountId: number): Promise<string[]> =>
  valuesBelow(store, projectKeys.allOf(accountId))

/** The accounts on which the App is, or was, installed. */
export async function knownAccounts(store: Store): Promise<AccountRecord[]> {
  const accounts = await valuesBelow(store, accountKeys.all())
  return accounts.map(parseAccount)
}

async function valuesBelow(store: Store, prefix: ListPrefix): Promise<string[]> {
  const values: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.list({ prefix, limit: PAGE, ...(after === undefined ? {} : { after }) })
    values.push(...page.map((entry) => entry.value))
    after = page.at(-1)?.key
    if (page.length < PAGE || after === undefined) return values
  }
}

/** GitHub ignores the case of names. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Only the settings of a repository say which others may read it. */
export const isReader = ({ config }: Project, reader: Project): boolean =>
  config?.readers?.some((name) => isSame(name, repositoryOf(reader))) ?? false

/** A repository that more people can see must not show what the other contains. */
export const isHiddenAsMuch = (reader: Project, read: Project): boolean => reach(reader) <= reach(read)

/** Everybody can see it. */
export const isPublic = (project: Project): boolean => reach(project) === REACH.public

const REACH = { private: 0, internal: 1, public: 2 } as const
const reach = ({ private: isPrivate, visibility }: Project): number =>
  visibility === 'private' || visibility === 'internal' || visibility === 'public'
    ? REACH[visibility]
    : REACH[isPrivate ? 'private' : 'public']
