import { readCommit } from '../git/commits.ts'
import { refsShown } from '../lagging-reads.ts'
import { notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, Route } from '../rest/route.ts'
import { repositoryRoute } from '../rest/routes-for.ts'
import { commitShape } from '../shapes/commit.ts'
import { nodeId } from '../shapes/primitives.ts'
import { fullRepositoryShape, repositoryApi, repositoryPage } from '../shapes/repository.ts'

const listBranches = async (call: RepositoryCall) => {
  const { hub, repository } = call
  const heads = [...(await refsShown(hub, repository))].filter(([ref]) => ref.startsWith('refs/heads/'))
  const { page, headers } = paginate(call, heads)
  const body = page.map(([ref, sha]) => {
    const name = ref.slice('refs/heads/'.length)
    return {
      name,
      commit: { sha, url: `${repositoryApi(hub, repository)}/commits/${sha}` },
      protected: repository.protectedBranches.has(name),
    }
  })
  return { status: 200, headers, body }
}

const getBranch = async ({ hub, repository, params }: RepositoryCall) => {
  const name = params.branch ?? ''
  const sha = (await refsShown(hub, repository)).get(`refs/heads/${name}`)
  if (!sha) throw notFound()
  const url = `${repositoryApi(hub, repository)}/branches/${encodeURIComponent(name)}`
  return {
    status: 200,
    body: {
      name,
      commit: commitShape(hub, repository, await readCommit(hub, repository, sha)),
      _links: { self: url, html: `${repositoryPage(hub, repository)}/tree/${name}` },
      protected: repository.protectedBranches.has(name),
      protection: {
        enabled: repository.protectedBranches.has(name),
        required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
      },
      protection_url: `${url}/protection`,
    },
  }
}

const getRef = async ({ hub, repository, params }: RepositoryCall) => {
  const ref = `refs/${params.ref ?? ''}`
  const sha = (await refsShown(hub, repository)).get(ref)
  if (!sha) throw notFound()
  const api = repositoryApi(hub, repository)
  return {
    status: 200,
    body: {
      ref,
      node_id: nodeId('REF', `${repository.id}:${ref}`),
      url: `${api}/git/${ref}`,
      object: { sha, type: 'commit', url: `${api}/git/commits/${sha}` },
    },
  }
}

export const repositoryRoutes: readonly Route[] = [
  repositoryRoute('GET', '', 'metadata:read', ({ hub, repository }) => ({
    status: 200,
    body: fullRepositoryShape(hub, repository),
  })),
  repositoryRoute('GET', '/branches', 'contents:read', listBranches),
  repositoryRoute('GET', '/branches/{branch}', 'contents:read', getBranch),
  repositoryRoute('GET', '/git/ref/{ref}', 'contents:read', getRef),
]
