import type { Account } from '../state/account.ts'
import type { Repository, Role } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { adminOf } from './accounts.ts'

const ROLES: readonly Role[] = ['read', 'triage', 'write', 'maintain', 'admin']

/** The role of a person in a repository; `null`: they do not see it. */
export const roleOf = (state: GithubState, repository: Repository, account: Account): Role | null => {
  if (account.type === 'User' && adminOf(state, repository.owner).id === account.id) return 'admin'
  return repository.roles.get(account.id) ?? (repository.private ? null : 'read')
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
