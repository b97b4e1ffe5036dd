import type { Account } from '../state/account.ts'
import type { Repository, Role } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { adminOf } from './accounts.ts'

const ROLES: readonly Role[] = ['read', 'triage', 'write', 'maintain', 'admin']

/** The role of a person in a repository; `null`: they do not see it. */
export const roleOf = (state: GithubState, repository: Repository, account: Account): Role | null =>
  explicitRoleOf(state, repository, account) ?? (repository.private ? null : 'read')

/** The role that somebody has given the person; that the repository is public gives none. */
export const explicitRoleOf = (state: GithubState, repository: Repository, account: Account): Role | null =>
  isOwnerOf(state, repository.owner, account) ? 'admin' : (repository.roles.get(account.id) ?? null)

export const isOwnerOf = (state: GithubState, owner: Account, account: Account): boolean =>
  account.type === 'User' && adminOf(state, owner).id === account.id

/** The five permissions in which GitHub writes a role. */
export const permissionsOf = (role: Role | null) => {
  const has = (wanted: Role): boolean => role !== null && ROLES.indexOf(role) >= ROLES.indexOf(wanted)
  return {
    pull: has('read'),
    triage: has('triage'),
    push: has('write'),
    maintain: has('maintain'),
    admin: has('admin'),
  }
}

/** Whether the person has this role or a higher one. */
export const hasRole = (
  state: GithubState,
  repository: Repository,
  account: Account,
  wanted: Role,
): boolean => {
  const role = roleOf(state, repository, account)
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(wanted)
}
