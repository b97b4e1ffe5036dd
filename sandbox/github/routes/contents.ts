import { posix } from 'node:path'
import { mayDo } from '../accounts/authorize.ts'
import { needsPullRequest, PULL_REQUEST_NEEDED } from '../accounts/branch-rules.ts'
import { readCommit } from '../git/commits.ts'
import { branchHead, objectId, readFile, readTree, resolveCommit, type TreeEntry } from '../git/read.ts'
import { authorFor, commitOneFile, isFilePath, withLock } from '../git/write.ts'
import { processPushes } from '../pulls/process-pushes.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { contentShape } from '../shapes/content.ts'
import { gitCommitShape } from '../shapes/git-objects.ts'
import { repositoryApi } from '../shapes/repository.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { repositoryRoute } from './routes-for.ts'

const getTree = async ({ state, repository, params, query }: RepositoryCall): Promise<RestResponse> => {
  const name = params.tree_sha ?? ''
  const rev = (await resolveCommit(state, repository, name)) ?? name
  const sha = await objectId(state, repository, `${rev}^{tree}`)
  const entries = await readTree(state, repository, rev, { recursive: query.has('recursive') })
  if (!entries || !sha) throw notFound()
  const git = `${repositoryApi(state, repository)}/git`
  const tree = entries.map(({ path, mode, type, sha, size }) => ({
    path,
    mode,
    type,
    sha,
    ...(size === null ? {} : { size }),
    ...(type === 'commit' ? {} : { url: `${git}/${type}s/${sha}` }),
  }))
  return { status: 200, body: { sha, url: `${git}/trees/${sha}`, tree, truncated: false } }
}

/** GitHub includes at most one megabyte in the response. */
const MAX_INLINE = 1_048_576

const getContents = async ({ state, repository, params, query }: RepositoryCall): Promise<RestResponse> => {
  const ref = query.get('ref') ?? repository.defaultBranch
  const path = (params.path ?? '').replace(/\/$/, '')
  const commit = await resolveCommit(state, repository, ref)
  if (!commit) throw new ApiError(404, `No commit found for the ref ${ref}`)
  const entry = await entryAt(state, repository, commit, path)
  if (!entry) throw notFound()
  const describe = (found: TreeEntry, at: string) =>
    contentShape(state, repository, { entry: found, path: at, ref })
  if (entry.type === 'tree') {
    const inside = (await readTree(state, repository, commit, { recursive: false, path })) ?? []
    return { status: 200, body: inside.map((found) => describe(found, `${path}/${found.path}`)) }
  }
  // The address is that of a submodule that `.gitmodules` does not name.
  if (entry.type !== 'blob')
    return { status: 200, body: { ...describe(entry, path), type: 'submodule', submodule_git_url: null } }
  const text = (await readFile(state, repository, commit, path)) ?? Buffer.alloc(0)
  if (entry.mode !== SYMLINK) return shown(describe(entry, path), text)
  // For a link to a file of the repository GitHub returns that file, for any other link the link itself:
  // https://docs.github.com/en/rest/repos/contents#get-repository-content
  const target = posix.join(posix.dirname(path), text.toString('utf8'))
  const linked = await entryAt(state, repository, commit, target)
  if (linked?.type === 'blob' && linked.mode !== SYMLINK) {
    const bytes = (await readFile(state, repository, commit, target)) ?? Buffer.alloc(0)
    return shown(describe(linked, target), bytes)
  }
  return { status: 200, body: { ...describe(entry, path), type: 'symlink', target: text.toString('utf8') } }
}

const SYMLINK = '120000'

const entryAt = async (
  state: GithubState,
  repository: Repository,
  commit: string,
  path: string,
): Promise<TreeEntry | undefined> => {
  const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path)
  const listed = await readTree(state, repository, commit, { recursive: false, path: folder })
  return listed?.find((candidate) => candidate.path === posix.basename(path))
}

const shown = (described: object, bytes: Buffer): RestResponse => {
  const inline = bytes.length <= MAX_INLINE
  const content = inline ? bytes.toString('base64').replace(/.{60}/g, '$&\n') : ''
  return {
    status: 200,
    body: { ...described, encoding: inline ? 'base64' : 'none', content },
  }
}

/** https://docs.github.com/en/rest/repos/contents#create-or-update-file-contents */
const putContents = (call: RepositoryCall): Promise<RestResponse> =>
  withLock(call.state, call.repository, async () => {
    const { state, repository, params, body, actor, credential } = call
    const { path = '' } = params
    const { message, content, sha, branch = repository.defaultBranch } = body
    if (typeof message !== 'string' || typeof content !== 'string' || typeof branch !== 'string')
      throw new ApiError(422, 'Invalid request.\n\n"message" and "content" must be given, as text.')
    if (!isFilePath(path)) throw new ApiError(422, 'path contains a malformed path component')
    const head = await branchHead(repository, branch)
    if (head === null && (await branchHead(repository, repository.defaultBranch)) !== null)
      throw new ApiError(404, `Branch ${branch} not found`)
    if (head !== null && needsPullRequest(repository, branch)) throw new ApiError(409, PULL_REQUEST_NEEDED)
    const isWorkflow = path.startsWith('.github/workflows/')
    if (isWorkflow && !mayDo(state, credential, { repository, permission: 'workflows', level: 'write' }))
      throw new ApiError(403, 'Resource not accessible by integration')
    const old = head === null ? undefined : await entryAt(state, repository, head, path)
    if (old !== undefined && sha === undefined)
      throw new ApiError(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
    if (sha !== undefined && sha !== old?.sha)
      throw new ApiError(409, `${path} does not match ${String(sha)}`)
    const text = Buffer.from(content, 'base64')
    const author = authorFor(state, actor)
    const made = await commitOneFile(state, repository, { branch, path, text, message, author })
    await processPushes(state, repository, actor)
    const entry = await entryAt(state, repository, made, path)
    if (entry === undefined) throw new Error(`sandbox: ${path} was not committed`)
    const commit = gitCommitShape(state, repository, await readCommit(state, repository, made))
    const shape = contentShape(state, repository, { entry, path, ref: branch })
    return { status: old === undefined ? 201 : 200, body: { content: shape, commit } }
  })

export const contentRoutes: readonly Route[] = [
  repositoryRoute('GET', '/git/trees/{tree_sha}', 'contents:read', getTree),
  repositoryRoute('GET', '/contents/{path}', 'contents:read', getContents),
  repositoryRoute('PUT', '/contents/{path}', 'contents:write', putContents),
]
