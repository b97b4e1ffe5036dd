import type { GithubPeople } from '../github/people.ts'
import type { Project } from '../projects/project.ts'
import type { Access, AccountAccess, RepositoryAccess } from './access.ts'

/** What a change depends on. */
export interface Claimed {
  /** `all`: too many to ask for one by one. */
  readonly projects: readonly Pick<Project, 'repositoryId' | 'owner' | 'name'>[] | 'all'
  /** Whether the person owns it; `null`: the change does not depend on that. */
  readonly account: AccountAccess | null
}

export interface ConfirmDeps {
  readonly people: Pick<GithubPeople, 'readRight' | 'isOwner'>
}

/**
 * The same access, with what GitHub says now about these projects and this account. That takes a request for each,
 * however many repositories the person has.
 */
export async function confirmRights(
  { people }: ConfirmDeps,
  token: string,
  access: Access,
  { projects, account }: Claimed & { readonly projects: Exclude<Claimed['projects'], 'all'> },
): Promise<Access> {
  const [found, isOwner] = await Promise.all([
    Promise.all(projects.map((project) => confirmed(people, token, access, project))),
    account?.type === 'Organization' ? people.isOwner(token, account.login) : (account?.isOwner ?? false),
  ])
  const repositories = new Map(access.repositories)
  for (const [id, now] of found) {
    if (now === null) repositories.delete(id)
    else repositories.set(id, now)
  }
  const accounts = access.accounts.map((one) => (one.id === account?.id ? { ...one, isOwner } : one))
  return { ...access, accounts, repositories }
}

/** Only access that GitHub has listed counts: a public repository lets everybody read. */
async function confirmed(
  people: ConfirmDeps['people'],
  token: string,
  { repositories }: Access,
  { repositoryId: id, owner, name }: Exclude<Claimed['projects'], 'all'>[number],
): Promise<readonly [number, RepositoryAccess | null]> {
  const listed = repositories.get(id)
  if (listed === undefined) return [id, null]
  const right = await people.readRight(token, { id, owner, name })
  return [id, right === null ? null : { ...listed, right }]
}

/** Whether two answers differ in what they permit. */
export const isSameAccess = (one: Access, other: Access): boolean =>
  one.repositories.size === other.repositories.size &&
  [...other.repositories].every(([id, { right }]) => one.repositories.get(id)?.right === right) &&
  one.accounts.every(({ isOwner }, at) => other.accounts[at]?.isOwner === isOwner)
