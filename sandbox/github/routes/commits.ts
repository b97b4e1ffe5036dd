import { listCommits, mergeBase, readCommit } from '../git/commits.ts'
import { diffFiles } from '../git/diff.ts'
import { resolveCommit } from '../git/read.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { Answer, RepositoryCall, Route } from '../rest/route.ts'
import { repositoryRoute } from '../rest/routes-for.ts'
import { commitShape } from '../shapes/commit.ts'
import { fileDiffShape } from '../shapes/file-diff.ts'
import { repositoryApi, repositoryPage } from '../shapes/repository.ts'

/** The tree without anything in it, which git knows without having been told. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

const getCommit = async ({ hub, repository, params }: RepositoryCall): Promise<Answer> => {
  const ref = params.ref ?? ''
  const sha = await resolveCommit(hub, repository, ref.replace(/^refs\//, ''))
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${ref}`)
  const commit = await readCommit(hub, repository, sha)
  const files = await diffFiles(hub, repository, commit.parents[0] ?? EMPTY_TREE, sha)
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  return {
    status: 200,
    body: {
      ...commitShape(hub, repository, commit),
      stats: { total: additions + deletions, additions, deletions },
      files: files.map((file) => fileDiffShape(hub, repository, sha, file)),
    },
  }
}

const compare = async (call: RepositoryCall): Promise<Answer> => {
  const { hub, repository, params } = call
  const [base = '', head = ''] = (params.basehead ?? '').split('...')
  const from = await resolveCommit(hub, repository, base)
  const to = await resolveCommit(hub, repository, head)
  const common = from && to && (await mergeBase(hub, repository, from, to))
  if (!from || !to || !common) throw notFound()
  const ahead = (await listCommits(hub, repository, [`${from}..${to}`])).reverse()
  const behind = await listCommits(hub, repository, [`${to}..${from}`])
  const files = await diffFiles(hub, repository, common, to)
  const show = async (sha: string) => commitShape(hub, repository, await readCommit(hub, repository, sha))
  const page = `${repositoryPage(hub, repository)}/compare/${base}...${head}`
  const { page: commits, headers } = paginate(call, ahead)
  return {
    status: 200,
    headers,
    body: {
      url: `${repositoryApi(hub, repository)}/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`,
      html_url: page,
      permalink_url: `${repositoryPage(hub, repository)}/compare/${from.slice(0, 12)}...${to.slice(0, 12)}`,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      base_commit: await show(from),
      merge_base_commit: await show(common),
      status: statusOf(ahead.length, behind.length),
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: commits.map((commit) => commitShape(hub, repository, commit)),
      files: files.map((file) => fileDiffShape(hub, repository, to, file)),
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
