import { demandAuthorOrRole, demandRole, mayDo } from '../accounts/authorize.ts'
import { listCommits, mergeBase } from '../git/commits.ts'
import { diffFiles } from '../git/diff.ts'
import { visiblePulls } from '../git/lagging-reads.ts'
import { resolveCommit } from '../git/read.ts'
import { withLock } from '../git/write.ts'
import { changePull } from '../pulls/change-pull.ts'
import { mergePull } from '../pulls/merge-pull.ts'
import { openPull } from '../pulls/open-pull.ts'
import { selectPulls } from '../pulls/select-pulls.ts'
import { updateBranch } from '../pulls/update-branch.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { commitShape } from '../shapes/commit.ts'
import { fileDiffShape } from '../shapes/file-diff.ts'
import { pullShape, simplePullShape } from '../shapes/pull-request.ts'
import type { Pull } from '../state/repository.ts'
import { repositoryRoute } from './routes-for.ts'

const pullAmong = (pulls: readonly Pull[], { params }: RepositoryCall): Pull => {
  const pull = pulls.find(({ number }) => String(number) === params.pull_number)
  if (!pull) throw notFound()
  return pull
}

const pullOf = (call: RepositoryCall): Pull => pullAmong(call.repository.pulls, call)

const visiblePull = (call: RepositoryCall): Pull => pullAmong(visiblePulls(call.state, call.repository), call)

const open = async (call: RepositoryCall): Promise<RestResponse> => {
  const { state, repository, credential, actor } = call
  if (credential.kind === 'actions' && !repository.actionsMayOpenPulls)
    throw new ApiError(403, 'GitHub Actions is not permitted to create or approve pull requests.')
  demandRole(state, credential, repository, 'write')
  const pull = await withLock(state, repository, () => openPull(state, repository, call.body, actor))
  const body = await pullShape(state, pull)
  return { status: 201, headers: { location: body.url }, body }
}

const list = (call: RepositoryCall): RestResponse => {
  const { page, headers } = paginate(
    call,
    selectPulls(visiblePulls(call.state, call.repository), call.repository.owner.login, call.query),
  )
  return { status: 200, headers, body: page.map((pull) => simplePullShape(call.state, pull)) }
}

const change = async (call: RepositoryCall): Promise<RestResponse> => {
  const pull = pullOf(call)
  demandAuthorOrRole(call, pull.author, 'triage')
  await withLock(call.state, call.repository, () => changePull(call.state, pull, call.body, call.actor))
  return { status: 200, body: await pullShape(call.state, pull) }
}

const merge = async (call: RepositoryCall): Promise<RestResponse> => {
  const pull = pullOf(call)
  const sha = await withLock(call.state, call.repository, () =>
    mergePull(call.state, pull, call.body, call.actor),
  )
  return { status: 200, body: { sha, merged: true, message: 'Pull Request successfully merged' } }
}

const update = async (call: RepositoryCall): Promise<RestResponse> => {
  const { state, repository, credential, actor } = call
  const pull = pullOf(call)
  demandRole(state, credential, repository, 'write')
  const mayWriteWorkflows = mayDo(state, credential, { repository, permission: 'workflows', level: 'write' })
  await withLock(state, repository, () => updateBranch(state, pull, call.body, { actor, mayWriteWorkflows }))
  const { url } = await pullShape(state, pull)
  return { status: 202, body: { message: 'Updating pull request branch.', url } }
}

const baseOf = async (call: RepositoryCall, pull: Pull): Promise<string> =>
  (await mergeBase(call.state, call.repository, pull.baseSha, pull.headSha)) ?? pull.baseSha

const files = async (call: RepositoryCall): Promise<RestResponse> => {
  const { state, repository } = call
  const pull = pullOf(call)
  const all = await diffFiles(state, repository, await baseOf(call, pull), pull.headSha)
  const { page, headers } = paginate(call, all)
  return {
    status: 200,
    headers,
    body: page.map((file) => fileDiffShape(state, repository, pull.headSha, file)),
  }
}

const commits = async (call: RepositoryCall): Promise<RestResponse> => {
  const { state, repository } = call
  const pull = pullOf(call)
  const all = await listCommits(state, repository, [`${await baseOf(call, pull)}..${pull.headSha}`])
  const { page, headers } = paginate(call, all.reverse())
  return { status: 200, headers, body: page.map((commit) => commitShape(state, repository, commit)) }
}

/** Those that have the commit on their branch, or were merged with it. */
const pullsOfCommit = async (call: RepositoryCall): Promise<RestResponse> => {
  const { state, repository, params } = call
  const sha = await resolveCommit(state, repository, params.commit_sha ?? '')
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${params.commit_sha}`)
  const found: Pull[] = []
  for (const pull of repository.pulls) {
    const own = await listCommits(state, repository, [`${await baseOf(call, pull)}..${pull.headSha}`])
    if (pull.merged?.sha === sha || own.some((commit) => commit.sha === sha)) found.push(pull)
  }
  const { page, headers } = paginate(call, found)
  return { status: 200, headers, body: page.map((pull) => simplePullShape(state, pull)) }
}

const PULL = '/pulls/{pull_number}'

export const pullRoutes: readonly Route[] = [
  repositoryRoute('POST', '/pulls', 'pull_requests:write', open),
  repositoryRoute('GET', '/pulls', 'pull_requests:read', list),
  repositoryRoute('GET', PULL, 'pull_requests:read', async (call) => ({
    status: 200,
    body: await pullShape(call.state, visiblePull(call)),
  })),
  repositoryRoute('PATCH', PULL, 'pull_requests:write', change),
  repositoryRoute('GET', `${PULL}/files`, 'pull_requests:read', files),
  repositoryRoute('GET', `${PULL}/commits`, 'pull_requests:read', commits),
  repositoryRoute('GET', '/commits/{commit_sha}/pulls', 'pull_requests:read', pullsOfCommit),
  repositoryRoute('PUT', `${PULL}/update-branch`, 'pull_requests:write', update),
  // A merge updates the base branch, so it requires write access to contents.
  repositoryRoute('PUT', `${PULL}/merge`, 'contents:write', merge),
]
