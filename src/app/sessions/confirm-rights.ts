import type { GithubPeople } from '../github/people.ts'
import type { Project } from '../projects/project.ts'
import type { Access, AccountAccess, RepositoryAccess } from './access.ts'

/** What a change depends on. Nothing else is permitted to it. */
export interface Claimed {
  /** `all`: too many to ask for one by one. Empty: it depends on the account only. */
  readonly projects: readonly Pick<Project, 'repositoryId' | 'owner' | 'name'>[] | 'all'
  /** Whether the person owns it; `null`: the change does not depend on that. */
  readonly account: AccountAccess | null
}

export interface ConfirmDeps {
  readonly people: Pick<GithubPeople, 'readRight' | 'isOwner'>
}

export interface Confirmed {
  /** What a change may rely on: GitHub has been asked for all of it now. */
  readonly access: Access
  /** The same with what GitHub said before about everything else, for lists of what a person may choose. */
  readonly listed: Access
}

/**
 * What GitHub says now about these projects and this account. That takes a request for each, however many repositories the
 * person has. No other right is confirmed, so that a check of something that nobody has asked GitHub about is a refusal.
 */
export async function confirmRights(
  { people }: ConfirmDeps,
  token: string,
  access: Access,
  { projects, account }: Claimed & { readonly projects: Exclude<Claimed['projects'], 'all'> },
): Promise<Confirmed> {
  const [found, isOwner] = await Promise.all([
    Promise.all(projects.map((project) => confirmed(people, token, access, project))),
    account?.type === 'Organization' ? people.isOwner(token, account.login) : (account?.isOwner ?? false),
  ])
  const repositories = new Map(access.repositories)
  const asked = new Map<number, RepositoryAccess>()
  for (const [id, now] of found) {
    if (now === null) repositories.delete(id)
    else for (const map of [repositories, asked]) map.set(id, now)
  }
  const accountsWith = (otherwise: (one: AccountAccess) => boolean): AccountAccess[] =>
    access.accounts.map((one) => ({ ...one, isOwner: one.id === account?.id ? isOwner : otherwise(one) }))
  return {
    access: { ...access, accounts: accountsWith(() => false), repositories: asked },
    listed: { ...access, accounts: accountsWith((one) => one.isOwner), repositories },
  }
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
