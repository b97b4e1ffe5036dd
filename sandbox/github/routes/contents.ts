import { posix } from 'node:path'
import { objectId, readFile, readTree, resolveCommit, type TreeEntry } from '../git/read.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { repositoryApi, repositoryPage } from '../shapes/repository.ts'
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
  if (entry.type !== 'blob')
    throw new ApiError(501, `the sandbox GitHub does not show ${path}, which is a submodule`)
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

const contentShape = (
  state: GithubState,
  repository: Repository,
  at: { entry: TreeEntry; path: string; ref: string },
) => {
  const { entry, ref } = at
  const encoded = at.path.split('/').map(encodeURIComponent).join('/')
  const isFolder = entry.type === 'tree'
  const self = `${repositoryApi(state, repository)}/contents/${encoded}?ref=${encodeURIComponent(ref)}`
  const git = `${repositoryApi(state, repository)}/git/${entry.type}s/${entry.sha}`
  const html = `${repositoryPage(state, repository)}/${isFolder ? 'tree' : 'blob'}/${ref}/${encoded}`
  return {
    type: isFolder ? 'dir' : 'file',
    name: entry.path,
    path: at.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url: self,
    html_url: html,
    git_url: git,
    download_url: isFolder ? null : `${repositoryPage(state, repository)}/raw/${ref}/${encoded}`,
    _links: { self, git, html },
  }
}

export const contentRoutes: readonly Route[] = [
  repositoryRoute('GET', '/git/trees/{tree_sha}', 'contents:read', getTree),
  repositoryRoute('GET', '/contents/{path}', 'contents:read', getContents),
]
