import { findAccount } from '../accounts/accounts.ts'
import { installedRepositories } from '../accounts/installed-repositories.ts'
import { explicitRoleOf, isOwnerOf, permissionsOf } from '../accounts/roles.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { Call, RestResponse, Route } from '../rest/route.ts'
import { installationShape } from '../shapes/app.ts'
import { repositoryShape } from '../shapes/repository.ts'
import { organizationShape, publicUserShape, userShape } from '../shapes/user.ts'
import type { Account, App, Installation } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'

type PersonCall = Call & { readonly person: Account; readonly app: App | null }

/** A route for the person whose token it is. */
const personRoute = (path: string, handle: (call: PersonCall) => RestResponse): Route => ({
  method: 'GET',
  path,
  access: { kind: 'person' },
  handle: (call) => {
    const { credential } = call
    if (credential.kind === 'none') throw new ApiError(401, 'Requires authentication')
    if (credential.kind === 'app-jwt') throw new ApiError(401, 'Bad credentials')
    if (credential.kind !== 'user') throw new ApiError(403, 'Resource not accessible by integration')
    return handle({ ...call, person: credential.account, app: credential.viaApp })
  },
})

/** Explicit access only: that a repository is public gives nobody access to it here. */
const accessible = (state: GithubState, installation: Installation, person: Account): Repository[] =>
  installedRepositories(state, installation).filter(
    (repository) => explicitRoleOf(state, repository, person) !== null,
  )

const installationsOf = ({ state, person, app }: PersonCall): Installation[] => {
  // https://docs.github.com/en/rest/apps/installations#list-app-installations-accessible-to-the-user-access-token
  if (app === null)
    throw new ApiError(
      403,
      'You must authenticate with an access token authorized to a GitHub App in order to list installations',
    )
  return [...state.installations.values()].filter(
    (installation) =>
      installation.app.id === app.id &&
      (isOwnerOf(state, installation.account, person) || accessible(state, installation, person).length > 0),
  )
}

const membershipOf: Route = {
  method: 'GET',
  path: '/orgs/{org}/memberships/{username}',
  access: { kind: 'installation' },
  handle: ({ state, credential, params }) => {
    const organization = findAccount(state, params.org ?? '')
    const person = findAccount(state, params.username ?? '')
    if (organization?.type !== 'Organization' || person === undefined) throw notFound()
    if (credential.kind !== 'installation' || credential.permissions.members === undefined)
      throw new ApiError(403, 'Resource not accessible by integration')
    return { status: 200, body: membershipShape(state, organization, person) }
  },
}

/** https://docs.github.com/en/rest/teams/members#get-team-membership-for-a-user */
const teamMembershipOf: Route = {
  method: 'GET',
  path: '/orgs/{org}/teams/{team_slug}/memberships/{username}',
  access: { kind: 'installation' },
  handle: ({ state, credential, params: { org = '', team_slug: slug = '', username = '' } }) => {
    if (credential.kind !== 'installation' || credential.permissions.members === undefined)
      throw new ApiError(403, 'Resource not accessible by integration')
    const members = state.teams.get(`${org}/${slug}`.toLowerCase())
    const person = findAccount(state, username)
    if (members === undefined || person === undefined || !members.has(person.id)) throw notFound()
    const url = `${state.urls.api}/orgs/${org}/teams/${slug}/memberships/${person.login}`
    return { status: 200, body: { url, role: 'member', state: 'active' } }
  },
}

export const userRoutes: readonly Route[] = [
  membershipOf,
  teamMembershipOf,
  {
    method: 'GET',
    path: '/users/{username}',
    access: { kind: 'anyone' },
    handle: ({ state, params, credential }) => {
      if (credential.kind === 'app-jwt') throw new ApiError(401, 'Bad credentials')
      const account = findAccount(state, params.username ?? '')
      if (!account) throw notFound()
      return { status: 200, body: publicUserShape(state, account) }
    },
  },

  {
    method: 'GET',
    path: '/user/{account_id}',
    access: { kind: 'anyone' },
    handle: ({ state, params, credential }) => {
      if (credential.kind === 'app-jwt') throw new ApiError(401, 'Bad credentials')
      const account = state.accounts.find(({ id }) => String(id) === params.account_id)
      if (account === undefined) throw notFound()
      return { status: 200, body: publicUserShape(state, account) }
    },
  },

  personRoute('/user', ({ state, person }) => ({ status: 200, body: publicUserShape(state, person) })),

  personRoute('/user/installations', (call) => {
    const all = installationsOf(call)
    const { page, headers } = paginate(call, all)
    const installations = page.map((installation) => installationShape(call.state, installation))
    return { status: 200, headers, body: { total_count: all.length, installations } }
  }),

  personRoute('/user/installations/{installation_id}/repositories', (call) => {
    const { state, person, params } = call
    const installation = installationsOf(call).find(({ id }) => String(id) === params.installation_id)
    if (installation === undefined) throw notFound()
    if (installation.suspended) throw new ApiError(403, 'This installation has been suspended')
    const all = accessible(state, installation, person)
    const { page, headers } = paginate(call, all)
    const repositories = page.map((repository) => {
      const role = explicitRoleOf(state, repository, person)
      return {
        ...repositoryShape(state, repository),
        permissions: permissionsOf(role),
        role_name: role ?? '',
      }
    })
    return { status: 200, headers, body: { total_count: all.length, repositories } }
  }),

  personRoute('/user/memberships/orgs/{org}', ({ state, person, app, params }) => {
    const organization = findAccount(state, params.org ?? '')
    if (organization?.type !== 'Organization') throw notFound()
    // The permission `members` of the app.
    if (app !== null && app.permissions.members === undefined)
      throw new ApiError(403, 'Resource not accessible by integration')
    return { status: 200, body: membershipShape(state, organization, person) }
  }),
]

const membershipShape = (state: GithubState, organization: Account, person: Account) => {
  const isOwner = isOwnerOf(state, organization, person)
  if (!isOwner && !isMember(state, organization, person)) throw notFound()
  const url = `${state.urls.api}/orgs/${organization.login}`
  return {
    url: `${url}/memberships/${person.login}`,
    state: 'active',
    role: isOwner ? 'admin' : 'member',
    organization_url: url,
    organization: organizationShape(state, organization),
    user: userShape(state, person),
  }
}

/** Everyone who has a role in one of its repositories. */
const isMember = (state: GithubState, organization: Account, person: Account): boolean =>
  [...state.repositories.values()].some(
    ({ owner, roles }) => owner.id === organization.id && roles.has(person.id),
  )
