import { countCommits } from '../git/commits.ts'
import { branchHead } from '../git/read.ts'
import { validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
import type { Pull, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announcePull } from '../webhooks/pull-request-event.ts'
import { keepHead } from './keep-head.ts'
import { checkPullText } from './pull-text.ts'

/** Opens a pull request between two branches of the repository, or throws GitHub's error. */
export const openPull = async (
  state: GithubState,
  repository: Repository,
  sent: Json,
  author: Account,
): Promise<Pull> => {
  const head = ownBranch(repository, sent.head)
  const base = typeof sent.base === 'string' ? sent.base : ''
  const headSha = await branchHead(repository, head)
  const baseSha = await branchHead(repository, base)
  const invalid = [...(headSha ? [] : ['head']), ...(baseSha ? [] : ['base'])]
  if (!headSha || !baseSha)
    throw validationFailed(...invalid.map((field) => ({ resource: 'PullRequest', field, code: 'invalid' })))
  const { title, body } = checkPullText(sent)
  if (title === undefined)
    throw validationFailed({ resource: 'PullRequest', field: 'title', code: 'missing_field' })
  if (repository.pulls.some((pull) => pull.state === 'open' && pull.head === head && pull.base === base))
    throw custom(`A pull request already exists for ${repository.owner.login}:${head}.`)
  if ((await countCommits(state, repository, `${baseSha}..${headSha}`)) === 0)
    throw custom(`No commits between ${base} and ${head}`)
  const now = state.now()
  const pull: Pull = {
    id: state.nextId(),
    number: repository.nextIssueNumber++,
    repository,
    author,
    head,
    base,
    headSha,
    baseSha,
    title,
    body: body ?? null,
    labels: [],
    assignees: [],
    reviewers: [],
    draft: sent.draft === true,
    state: 'open',
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    merged: null,
  }
  repository.pulls.push(pull)
  await keepHead(state, pull)
  await announcePull(state, pull, 'opened', author)
  return pull
}

const custom = (message: string) => validationFailed({ resource: 'PullRequest', code: 'custom', message })

/** `branch` or `owner:branch`. There are no forks, so a branch of another owner does not exist. */
const ownBranch = (repository: Repository, head: unknown): string => {
  if (typeof head !== 'string') return ''
  const [, owner, branch = head] = /^([^:]+):(.+)$/.exec(head) ?? []
  return owner === undefined || owner.toLowerCase() === repository.owner.login.toLowerCase() ? branch : ''
}
