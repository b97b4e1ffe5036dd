import { findAccount } from '../accounts/accounts.ts'
import { permissionsOf, roleOf } from '../accounts/roles.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { userShape } from '../shapes/user.ts'
import type { Role } from '../state/repository.ts'
import { repositoryRoute } from './routes-for.ts'

/** The roles that came later are mapped to the four of before. */
const LEGACY: Readonly<Record<Role, string>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
}

/** https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user */
const permission = ({ state, repository, params }: RepositoryCall): RestResponse => {
  const account = findAccount(state, params.username ?? '')
  if (account === undefined) throw notFound()
  if (account.type !== 'User') throw new ApiError(404, `${account.login} is not a user`)
  const role = roleOf(state, repository, account)
  const roleName = role ?? ''
  return {
    status: 200,
    body: {
      permission: role === null ? 'none' : LEGACY[role],
      role_name: roleName,
      user: { ...userShape(state, account), role_name: roleName, permissions: permissionsOf(role) },
    },
  }
}

export const collaboratorRoutes: readonly Route[] = [
  repositoryRoute('GET', '/collaborators/{username}/permission', 'metadata:read', permission),
]
