import { listCommits, mergeBase } from '../git/commits.ts'
import { diffFiles } from '../git/diff.ts'
import { alone } from '../git/write.ts'
import { pullsShown } from '../lagging-reads.ts'
import type { Pull } from '../model.ts'
import { changePull } from '../pulls/change-pull.ts'
import { mergePull } from '../pulls/merge-pull.ts'
import { openPull } from '../pulls/open-pull.ts'
import { selectPulls } from '../pulls/select-pulls.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { Answer, RepositoryCall, Route } from '../rest/route.ts'
import { repositoryRoute } from '../rest/routes-for.ts'
import { commitShape } from '../shapes/commit.ts'
import { fileDiffShape } from '../shapes/file-diff.ts'
import { pullShape, simplePullShape } from '../shapes/pull-request.ts'

const pullAmong = (pulls: readonly Pull[], { params }: RepositoryCall): Pull => {
  const pull = pulls.find(({ number }) => String(number) === params.pull_number)
  if (!pull) throw notFound()
  return pull
}

const pullOf = (call: RepositoryCall): Pull => pullAmong(call.repository.pulls, call)

const pullShown = (call: RepositoryCall): Pull => pullAmong(pullsShown(call.hub, call.repository), call)

const open = async (call: RepositoryCall): Promise<Answer> => {
  const { hub, repository, credential, actor } = call
  if (credential.kind === 'actions' && !repository.actionsMayOpenPulls)
    throw new ApiError(403, 'GitHub Actions is not permitted to create or approve pull requests.')
  const pull = await alone(hub, repository, () => openPull(hub, repository, call.body, actor))
  const body = await pullShape(hub, pull)
  return { status: 201, headers: { location: body.url }, body }
}

const list = (call: RepositoryCall): Answer => {
  const { page, headers } = paginate(
    call,
    selectPulls(pullsShown(call.hub, call.repository), call.repository.owner.login, call.query),
  )
  return { status: 200, headers, body: page.map((pull) => simplePullShape(call.hub, pull)) }
}

const change = async (call: RepositoryCall): Promise<Answer> => {
  const pull = pullOf(call)
  await alone(call.hub, call.repository, () => changePull(call.hub, pull, call.body, call.actor))
  return { status: 200, body: await pullShape(call.hub, pull) }
}

const merge = async (call: RepositoryCall): Promise<Answer> => {
  const pull = pullOf(call)
  const sha = await alone(call.hub, call.repository, () => mergePull(call.hub, pull, call.body, call.actor))
  return { status: 200, body: { sha, merged: true, message: 'Pull Request successfully merged' } }
}

const baseOf = async (call: RepositoryCall, pull: Pull): Promise<string> =>
  (await mergeBase(call.hub, call.repository, pull.baseSha, pull.headSha)) ?? pull.baseSha

const files = async (call: RepositoryCall): Promise<Answer> => {
  const { hub, repository } = call
  const pull = pullOf(call)
  const all = await diffFiles(hub, repository, await baseOf(call, pull), pull.headSha)
  const { page, headers } = paginate(call, all)
  return {
    status: 200,
    headers,
    body: page.map((file) => fileDiffShape(hub, repository, pull.headSha, file)),
  }
}

const commits = async (call: RepositoryCall): Promise<Answer> => {
  const { hub, repository } = call
  const pull = pullOf(call)
  const all = await listCommits(hub, repository, [`${await baseOf(call, pull)}..${pull.headSha}`])
  const { page, headers } = paginate(call, all.reverse())
  return { status: 200, headers, body: page.map((commit) => commitShape(hub, repository, commit)) }
}

const PULL = '/pulls/{pull_number}'

export const pullRoutes: readonly Route[] = [
  repositoryRoute('POST', '/pulls', 'pull_requests:write', open),
  repositoryRoute('GET', '/pulls', 'pull_requests:read', list),
  repositoryRoute('GET', PULL, 'pull_requests:read', async (call) => ({
    status: 200,
    body: await pullShape(call.hub, pullShown(call)),
  })),
  repositoryRoute('PATCH', PULL, 'pull_requests:write', change),
  repositoryRoute('GET', `${PULL}/files`, 'pull_requests:read', files),
  repositoryRoute('GET', `${PULL}/commits`, 'pull_requests:read', commits),
  // Merging moves the base branch, so it is the right to write contents that counts.
  repositoryRoute('PUT', `${PULL}/merge`, 'contents:write', merge),
]
