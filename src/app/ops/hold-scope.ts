import { commandOf } from '../command-line/command-name.ts'
import { findAccount } from '../keys/find-account.ts'
import { type Hold, type HoldScope, holdInForce } from '../limits/hold.ts'
import { allProjects, knownAccounts, projectIdOfRepository, repositoryOf } from '../projects/list-projects.ts'
import { loadProject } from '../projects/project.ts'
import type { Store } from '../store/store.ts'

/** What a hold is about, with its name for people and the projects in it. */
export interface NamedScope {
  readonly scope: HoldScope
  /** The login of the account, or `owner/name`. */
  readonly name: string
  readonly projects: readonly string[]
  readonly accountId: number
}

/** Exactly one is given. */
export interface GivenScope {
  readonly account: string | undefined
  /** `owner/name`, or the id of the project. */
  readonly project: string | undefined
}

/** The account or project of this name. An unknown one is an error that says what exists. */
export async function findScope(store: Store, { account, project }: GivenScope): Promise<NamedScope> {
  if (project !== undefined) return findProject(store, project)
  const { id, login } = await findAccount({ store }, account ?? '')
  const projects = await allProjects(store, id)
  return {
    scope: { kind: 'account', id },
    name: login,
    projects: projects.map((found) => found.id),
    accountId: id,
  }
}

async function findProject(store: Store, given: string): Promise<NamedScope> {
  const [owner = '', name] = given.split('/')
  const id = name === undefined ? given : await idOf(store, owner, given)
  const project = id === null ? null : await loadProject(store, id)
  if (project === null)
    throw new Error(
      `there is no project ${given}: \`${commandOf('projects')}\` lists the projects and their ids`,
    )
  return {
    scope: { kind: 'project', id: project.id },
    name: repositoryOf(project),
    projects: [project.id],
    accountId: project.accountId,
  }
}

const idOf = async (store: Store, owner: string, repository: string): Promise<string | null> =>
  projectIdOfRepository(store, (await findAccount({ store }, owner)).id, repository)

export interface HeldScope {
  readonly scope: HoldScope
  readonly name: string
  readonly hold: Hold
}

/** The holds that are in force. */
export async function listHolds(store: Store): Promise<HeldScope[]> {
  const held: HeldScope[] = []
  for (const { id, login } of await knownAccounts(store)) {
    const account = { kind: 'account', id } as const
    held.push(...(await holdOf(store, account, login)), ...(await heldProjectsOf(store, { scope: account })))
  }
  return held
}

/** The holds of single projects of an account; of a project: none. */
export async function heldProjectsOf(
  store: Store,
  { scope }: Pick<NamedScope, 'scope'>,
): Promise<HeldScope[]> {
  if (scope.kind !== 'account') return []
  const held: HeldScope[] = []
  for (const project of await allProjects(store, scope.id))
    held.push(...(await holdOf(store, { kind: 'project', id: project.id }, repositoryOf(project))))
  return held
}

async function holdOf(store: Store, scope: HoldScope, name: string): Promise<HeldScope[]> {
  const hold = await holdInForce(store, scope)
  return hold === null ? [] : [{ scope, name, hold }]
}
