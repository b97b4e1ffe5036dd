import { listCommits, mergeBase, readCommit } from '../git/commits.ts'
import { diffFiles } from '../git/diff.ts'
import { resolveCommit } from '../git/read.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { commitShape } from '../shapes/commit.ts'
import { fileDiffShape } from '../shapes/file-diff.ts'
import { repositoryApi, repositoryPage } from '../shapes/repository.ts'
import { repositoryRoute } from './routes-for.ts'

/** The empty tree, which exists in every git repository. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

const getCommit = async ({ state, repository, params }: RepositoryCall): Promise<RestResponse> => {
  const ref = params.ref ?? ''
  const sha = await resolveCommit(state, repository, ref.replace(/^refs\//, ''))
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${ref}`)
  const commit = await readCommit(state, repository, sha)
  const files = await diffFiles(state, repository, commit.parents[0] ?? EMPTY_TREE, sha)
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  return {
    status: 200,
    body: {
      ...commitShape(state, repository, commit),
      stats: { total: additions + deletions, additions, deletions },
      files: files.map((file) => fileDiffShape(state, repository, sha, file)),
    },
  }
}

const compare = async (call: RepositoryCall): Promise<RestResponse> => {
  const { state, repository, params } = call
  const [base = '', head = ''] = (params.basehead ?? '').split('...')
  const from = await resolveCommit(state, repository, base)
  const to = await resolveCommit(state, repository, head)
  const common = from && to && (await mergeBase(state, repository, from, to))
  if (!from || !to || !common) throw notFound()
  const ahead = (await listCommits(state, repository, [`${from}..${to}`])).reverse()
  const behind = await listCommits(state, repository, [`${to}..${from}`])
  const files = await diffFiles(state, repository, common, to)
  const show = async (sha: string) => commitShape(state, repository, await readCommit(state, repository, sha))
  const page = `${repositoryPage(state, repository)}/compare/${base}...${head}`
  const { page: commits, headers } = paginate(call, ahead)
  return {
    status: 200,
    headers,
    body: {
      url: `${repositoryApi(state, repository)}/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`,
      html_url: page,
      permalink_url: `${repositoryPage(state, repository)}/compare/${from.slice(0, 12)}...${to.slice(0, 12)}`,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      base_commit: await show(from),
      merge_base_commit: await show(common),
      status: statusOf(ahead.length, behind.length),
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: commits.map((commit) => commitShape(state, repository, commit)),
      files: files.map((file) => fileDiffShape(state, repository, to, file)),
    },
  }
}

const statusOf = (ahead: number, behind: number): 'identical' | 'ahead' | 'behind' | 'diverged' => {
  if (ahead === 0) return behind === 0 ? 'identical' : 'behind'
  return behind === 0 ? 'ahead' : 'diverged'
}

export const commitRoutes: readonly Route[] = [
  repositoryRoute('GET', '/commits/{ref}', 'contents:read', getCommit),
  repositoryRoute('GET', '/compare/{basehead}', 'contents:read', compare),
]
