import { permissionsOf, roleOf } from '../accounts/roles.ts'
import { readCommit } from '../git/commits.ts'
import { visibleRefs } from '../git/lagging-reads.ts'
import { notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, Route } from '../rest/route.ts'
import { commitShape } from '../shapes/commit.ts'
import { gitRefShape } from '../shapes/git-objects.ts'
import { fullRepositoryShape, repositoryApi, repositoryPage } from '../shapes/repository.ts'
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
      protected: repository.protectedBranches.has(name),
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
      protected: repository.protectedBranches.has(name),
      protection: {
        enabled: repository.protectedBranches.has(name),
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

export const repositoryRoutes: readonly Route[] = [
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
