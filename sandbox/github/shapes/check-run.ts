import type { CheckRun } from '../state/check-run.ts'
import type { Pull, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { appShape } from './app.ts'
import { isoDate, nodeId } from './primitives.ts'
import { repositoryApi, repositoryPage } from './repository.ts'

export const checkRunPage = (state: GithubState, repository: Repository, { id }: CheckRun): string =>
  `${repositoryPage(state, repository)}/runs/${id}`

/** As REST responses have it. */
export const checkRunShape = (state: GithubState, repository: Repository, run: CheckRun) => {
  const url = `${repositoryApi(state, repository)}/check-runs/${run.id}`
  const page = checkRunPage(state, repository, run)
  return {
    id: run.id,
    node_id: nodeId('CR', run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    name: run.name,
    status: run.status,
    conclusion: run.conclusion,
    started_at: isoDate(run.startedAt),
    completed_at: run.completedAt === null ? null : isoDate(run.completedAt),
    output: {
      title: run.output?.title ?? null,
      summary: run.output?.summary ?? null,
      text: run.output?.text ?? null,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suiteId },
    app: appShape(state, run.app),
    pull_requests: pullsAt(repository, run).map((pull) => minimalPullShape(state, repository, pull)),
  }
}

/** In a webhook, the check suite is complete. */
export const checkRunEventShape = (state: GithubState, repository: Repository, run: CheckRun) => {
  const shape = checkRunShape(state, repository, run)
  const [pull] = pullsAt(repository, run)
  return {
    ...shape,
    check_suite: {
      id: run.suiteId,
      node_id: nodeId('CS', run.suiteId),
      head_branch: pull?.head ?? null,
      head_sha: run.headSha,
      status: run.status,
      conclusion: run.conclusion,
      url: `${repositoryApi(state, repository)}/check-suites/${run.suiteId}`,
      before: null,
      after: null,
      pull_requests: shape.pull_requests,
      app: shape.app,
      created_at: shape.started_at,
      updated_at: shape.started_at,
    },
  }
}

const pullsAt = (repository: Repository, { headSha }: CheckRun): Pull[] =>
  repository.pulls.filter((pull) => pull.state === 'open' && pull.headSha === headSha)

const minimalPullShape = (state: GithubState, repository: Repository, pull: Pull) => {
  const api = repositoryApi(state, repository)
  const repo = { id: repository.id, url: api, name: repository.name }
  return {
    id: pull.id,
    number: pull.number,
    url: `${api}/pulls/${pull.number}`,
    head: { ref: pull.head, sha: pull.headSha, repo },
    base: { ref: pull.base, sha: pull.baseSha, repo },
  }
}
