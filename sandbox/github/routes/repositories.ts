import { findAccount } from '../accounts/accounts.ts'
import { isProtected } from '../accounts/branch-rules.ts'
import { isOwnerOf, permissionsOf, roleOf } from '../accounts/roles.ts'
import { createForPerson } from '../admin/new-repository.ts'
import { readCommit } from '../git/commits.ts'
import { visibleRefs } from '../git/lagging-reads.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { Call, RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { commitShape } from '../shapes/commit.ts'
import { gitRefShape } from '../shapes/git-objects.ts'
import { fullRepositoryShape, repositoryApi, repositoryPage } from '../shapes/repository.ts'
import type { Account } from '../state/account.ts'
import { repositoryRoute } from './routes-for.ts'

const listBranches = async (call: RepositoryCall) => {
  const { state, repository } = call
  const heads = [...(await visibleRefs(state, repository))].filter(([ref]) => ref.startsWith('refs/heads/'))
  const { page, headers } = paginate(call, heads)
  const body = page.map(([ref, sha]) => {
    const name = ref.slice('refs/heads/'.length)
    return {
      name,
      commit: { sha, url: `${repositoryApi(state, repository)}/commits/${sha}` },
      protected: isProtected(repository, name),
    }
  })
  return { status: 200, headers, body }
}

const getBranch = async ({ state, repository, params }: RepositoryCall) => {
  const name = params.branch ?? ''
  const sha = (await visibleRefs(state, repository)).get(`refs/heads/${name}`)
  if (!sha) throw notFound()
  const url = `${repositoryApi(state, repository)}/branches/${encodeURIComponent(name)}`
  return {
    status: 200,
    body: {
      name,
      commit: commitShape(state, repository, await readCommit(state, repository, sha)),
      _links: { self: url, html: `${repositoryPage(state, repository)}/tree/${name}` },
      protected: isProtected(repository, name),
      protection: {
        enabled: isProtected(repository, name),
        required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
      },
      protection_url: `${url}/protection`,
    },
  }
}

const getRef = async ({ state, repository, params }: RepositoryCall) => {
  const ref = `refs/${params.ref ?? ''}`
  const sha = (await visibleRefs(state, repository)).get(ref)
  if (!sha) throw notFound()
  return { status: 200, body: gitRefShape(state, repository, ref, sha) }
}

/** The person whose token it is. A token of an app cannot create repositories here. */
const personOf = ({ credential }: Call): Account => {
  if (credential.kind === 'none') throw new ApiError(401, 'Requires authentication')
  if (credential.kind !== 'user') throw new ApiError(403, 'Resource not accessible by integration')
  return credential.account
}

const createFor = async (call: Call, owner: Account): Promise<RestResponse> => {
  const { state, body } = call
  const repository = await createForPerson(state, { owner, person: personOf(call), body })
  return { status: 201, body: fullRepositoryShape(state, repository) }
}

const createInOrganization = (call: Call): Promise<RestResponse> => {
  const person = personOf(call)
  const organization = findAccount(call.state, call.params.org ?? '')
  if (organization?.type !== 'Organization') throw notFound()
  if (!isOwnerOf(call.state, organization, person))
    throw new ApiError(403, 'You need admin access to the organization before adding a repository to it.')
  return createFor(call, organization)
}

export const repositoryRoutes: readonly Route[] = [
  { method: 'POST', path: '/orgs/{org}/repos', access: { kind: 'person' }, handle: createInOrganization },
  {
    method: 'POST',
    path: '/user/repos',
    access: { kind: 'person' },
    handle: (call) => createFor(call, personOf(call)),
  },
  repositoryRoute('GET', '', 'metadata:read', ({ state, repository, credential }) => ({
    status: 200,
    body: {
      ...fullRepositoryShape(state, repository),
      ...(credential.kind === 'user' && {
        permissions: permissionsOf(roleOf(state, repository, credential.account)),
      }),
    },
  })),
  repositoryRoute('GET', '/branches', 'contents:read', listBranches),
  repositoryRoute('GET', '/branches/{branch}', 'contents:read', getBranch),
  repositoryRoute('GET', '/git/ref/{ref}', 'contents:read', getRef),
]
