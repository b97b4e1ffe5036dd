import { mayDo } from '../accounts/authorize.ts'
import { needsPullRequest, PULL_REQUEST_NEEDED } from '../accounts/branch-rules.ts'
import { isAncestor, readCommit } from '../git/commits.ts'
import { git, runGit } from '../git/run-git.ts'
import { withLock } from '../git/write.ts'
import { type NewEntry, writeBlob, writeCommit, writeTree } from '../git/write-objects.ts'
import { processPushes } from '../pulls/process-pushes.ts'
import { ApiError, notFound, validationFailed } from '../rest/api-error.ts'
import type { Json, RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { gitCommitShape, gitRefShape } from '../shapes/git-objects.ts'
import { repositoryApi } from '../shapes/repository.ts'
import type { Repository } from '../state/repository.ts'
import { repositoryRoute } from './routes-for.ts'

const textOf = (body: Json, name: string, resource: string): string => {
  const value = body[name]
  if (typeof value === 'string') return value
  throw validationFailed({ resource, field: name, code: 'missing_field' })
}

const createBlob = async ({ state, repository, body }: RepositoryCall): Promise<RestResponse> => {
  const encoding = body.encoding === 'base64' ? 'base64' : 'utf8'
  const sha = await writeBlob(state, repository, Buffer.from(textOf(body, 'content', 'Blob'), encoding))
  return { status: 201, body: { sha, url: `${repositoryApi(state, repository)}/git/blobs/${sha}` } }
}

const createTree = async ({ state, repository, body }: RepositoryCall): Promise<RestResponse> => {
  const base = typeof body.base_tree === 'string' ? body.base_tree : null
  const sent: unknown[] = Array.isArray(body.tree) ? body.tree : []
  const entries: NewEntry[] = []
  for (const entry of sent) {
    const { path, mode, sha, content }: Json = { ...(typeof entry === 'object' ? entry : null) }
    if (typeof path !== 'string' || typeof mode !== 'string')
      throw new ApiError(422, 'Must supply tree.path and tree.mode')
    if (typeof content === 'string')
      entries.push({ path, mode, sha: await writeBlob(state, repository, Buffer.from(content)) })
    else entries.push({ path, mode, sha: typeof sha === 'string' ? sha : null })
  }
  const sha = await writeTree(state, repository, { base, entries })
  const url = `${repositoryApi(state, repository)}/git`
  const tree = entries.flatMap(({ path, mode, sha }) =>
    sha === null ? [] : [{ path, mode, type: 'blob', sha, url: `${url}/blobs/${sha}` }],
  )
  return { status: 201, body: { sha, url: `${url}/trees/${sha}`, tree, truncated: false } }
}

const createCommit = async ({ state, repository, body, actor }: RepositoryCall): Promise<RestResponse> => {
  const parents = Array.isArray(body.parents) ? body.parents.map(String) : []
  const { author } = body
  const named: Json = { ...(typeof author === 'object' ? author : null) }
  const sha = await writeCommit(state, repository, {
    tree: textOf(body, 'tree', 'Commit'),
    message: textOf(body, 'message', 'Commit'),
    parents,
    author: author === undefined ? null : { name: String(named.name), email: String(named.email) },
    actor,
  })
  const shape = gitCommitShape(state, repository, await readCommit(state, repository, sha))
  return { status: 201, headers: { location: shape.url }, body: shape }
}

const getCommit = async ({ state, repository, params }: RepositoryCall): Promise<RestResponse> => {
  const sha = params.commit_sha ?? ''
  const known = await runGit(state, repository.gitDirectory, ['cat-file', '-e', `${sha}^{commit}`])
  if (!/^[0-9a-f]{40}$/.test(sha) || known.code !== 0) throw notFound()
  return { status: 200, body: gitCommitShape(state, repository, await readCommit(state, repository, sha)) }
}

const createRef = (call: RepositoryCall): Promise<RestResponse> =>
  withLock(call.state, call.repository, async () => {
    const { state, repository, body } = call
    const ref = textOf(body, 'ref', 'Reference')
    const sha = textOf(body, 'sha', 'Reference')
    const known = await runGit(state, repository.gitDirectory, ['rev-parse', '--verify', '--quiet', ref])
    if (known.code === 0) throw new ApiError(422, 'Reference already exists')
    await moveRef(call, ref, sha)
    return { status: 201, body: gitRefShape(state, repository, ref, sha) }
  })

const updateRef = (call: RepositoryCall): Promise<RestResponse> =>
  withLock(call.state, call.repository, async () => {
    const { state, repository, body, params } = call
    const ref = `refs/${params.ref ?? ''}`
    const sha = textOf(body, 'sha', 'Reference')
    const known = await runGit(state, repository.gitDirectory, ['rev-parse', '--verify', '--quiet', ref])
    if (known.code !== 0) throw new ApiError(422, 'Reference does not exist')
    if (body.force !== true && !(await isAncestor(state, repository, known.text.trim(), sha)))
      throw new ApiError(422, 'Update is not a fast forward')
    refuseDirectChange(repository, ref)
    await moveRef(call, ref, sha)
    return { status: 200, body: gitRefShape(state, repository, ref, sha) }
  })

const deleteRef = (call: RepositoryCall): Promise<RestResponse> =>
  withLock(call.state, call.repository, async () => {
    const { state, repository, params, actor } = call
    const ref = `refs/${params.ref ?? ''}`
    const known = await runGit(state, repository.gitDirectory, ['rev-parse', '--verify', '--quiet', ref])
    if (known.code !== 0) throw new ApiError(422, 'Reference does not exist')
    await git(state, repository.gitDirectory, ['update-ref', '-d', ref])
    await processPushes(state, repository, actor)
    return { status: 204 }
  })

const moveRef = async (call: RepositoryCall, ref: string, sha: string): Promise<void> => {
  const { state, repository, actor } = call
  const added = await runGit(state, repository.gitDirectory, ['rev-list', sha, '--not', '--all'])
  if (added.code !== 0) throw new ApiError(422, 'Object does not exist')
  const commits = added.text.split('\n').filter((line) => line !== '')
  refuseUnsigned(call, commits)
  await refuseWorkflows(call, sha)
  await git(state, repository.gitDirectory, ['update-ref', ref, sha])
  await processPushes(state, repository, actor)
}

const refuseDirectChange = (repository: Repository, ref: string): void => {
  const branch = ref.replace(/^refs\/heads\//, '')
  if (repository.protectedBranches.has(branch))
    throw new ApiError(422, 'Changes must be made through a pull request.')
  if (needsPullRequest(repository, branch)) throw new ApiError(422, PULL_REQUEST_NEEDED)
}

const refuseUnsigned = ({ repository }: RepositoryCall, commits: readonly string[]): void => {
  if (repository.settings.requiresSignatures === null) return
  if (commits.every((sha) => repository.verifiedCommits.has(sha))) return
  throw new ApiError(
    422,
    repository.settings.requiresSignatures === 'ruleset'
      ? 'Repository rule violations found\n\nCommits must have verified signatures.\n\n'
      : 'Commits must have verified signatures.',
  )
}

const refuseWorkflows = async (
  { state, repository, credential }: RepositoryCall,
  sha: string,
): Promise<void> => {
  if (mayDo(state, credential, { repository, permission: 'workflows', level: 'write' })) return
  // A merge counts, too, if it brings workflow files into its first parent.
  const format = ['--name-only', '--diff-merges=first-parent', '--format=']
  const args = ['log', ...format, sha, '--not', '--all', '--', '.github/workflows']
  if ((await git(state, repository.gitDirectory, args)).trim() === '') return
  throw new ApiError(403, 'Resource not accessible by integration')
}

export const gitObjectRoutes: readonly Route[] = [
  repositoryRoute('POST', '/git/blobs', 'contents:write', createBlob),
  repositoryRoute('POST', '/git/trees', 'contents:write', createTree),
  repositoryRoute('GET', '/git/commits/{commit_sha}', 'contents:read', getCommit),
  repositoryRoute('POST', '/git/commits', 'contents:write', createCommit),
  repositoryRoute('POST', '/git/refs', 'contents:write', createRef),
  repositoryRoute('PATCH', '/git/refs/{ref}', 'contents:write', updateRef),
  repositoryRoute('DELETE', '/git/refs/{ref}', 'contents:write', deleteRef),
]
