import { countCommits } from '../git/commits.ts'
import { branchHead } from '../git/read.ts'
import type { Account, Pull, Repository } from '../model.ts'
import { validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { GithubState } from '../state.ts'
import { announcePull } from '../webhooks/pull-request-event.ts'
import { checkPullText } from './pull-text.ts'

/** Opens a pull request between two branches of the repository, or throws GitHub's refusal. */
export const openPull = async (
  hub: GithubState,
  repository: Repository,
  wanted: Json,
  author: Account,
): Promise<Pull> => {
  const head = ownBranch(repository, wanted.head)
  const base = typeof wanted.base === 'string' ? wanted.base : ''
  const headSha = await branchHead(hub, repository, head)
  const baseSha = await branchHead(hub, repository, base)
  const invalid = [...(headSha ? [] : ['head']), ...(baseSha ? [] : ['base'])]
  if (!headSha || !baseSha)
    throw validationFailed(...invalid.map((field) => ({ resource: 'PullRequest', field, code: 'invalid' })))
  const { title, body } = checkPullText(wanted)
  if (title === undefined)
    throw validationFailed({ resource: 'PullRequest', field: 'title', code: 'missing_field' })
  if (repository.pulls.some((pull) => pull.state === 'open' && pull.head === head && pull.base === base))
    throw custom(`A pull request already exists for ${repository.owner.login}:${head}.`)
  if ((await countCommits(hub, repository, `${baseSha}..${headSha}`)) === 0)
    throw custom(`No commits between ${base} and ${head}`)
  const now = hub.now()
  const pull: Pull = {
    id: hub.nextId(),
    number: repository.nextIssueNumber++,
    repository,
    author,
    head,
    base,
    headSha,
    baseSha,
    title,
    body: body ?? null,
    draft: wanted.draft === true,
    state: 'open',
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    merged: null,
  }
  repository.pulls.push(pull)
  await announcePull(hub, pull, 'opened', author)
  return pull
}

const custom = (message: string) => validationFailed({ resource: 'PullRequest', code: 'custom', message })

/** `branch` or `owner:branch`; forks there are none, so another owner's branch does not exist. */
const ownBranch = (repository: Repository, head: unknown): string => {
  if (typeof head !== 'string') return ''
  const [, owner, branch = head] = /^([^:]+):(.+)$/.exec(head) ?? []
  return owner === undefined || owner.toLowerCase() === repository.owner.login.toLowerCase() ? branch : ''
}
