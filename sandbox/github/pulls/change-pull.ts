import { countCommits } from '../git/commits.ts'
import { branchHead } from '../git/read.ts'
import { validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
import type { Pull } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announcePull } from '../webhooks/pull-request-event.ts'
import { checkPullText } from './pull-text.ts'

/** Applies base, title, body and state. As on GitHub, `draft` is ignored here. */
export const changePull = async (
  state: GithubState,
  pull: Pull,
  sent: Json,
  actor: Account,
): Promise<void> => {
  if (sent.base !== undefined && sent.base !== pull.base) await changeBase(state, pull, sent.base, actor)
  await changeText(state, pull, sent, actor)
  const { state: to } = sent
  if (to === undefined || to === pull.state) return
  if (to === 'closed') return closePull(state, pull, actor)
  if (to === 'open') return reopenPull(state, pull, actor)
  throw validationFailed({ resource: 'PullRequest', field: 'state', code: 'invalid' })
}

/** Another branch of the same repository: https://docs.github.com/en/rest/pulls/pulls#update-a-pull-request */
const changeBase = async (state: GithubState, pull: Pull, base: unknown, actor: Account): Promise<void> => {
  const { repository, head, headSha } = pull
  const baseSha = typeof base === 'string' ? await branchHead(repository, base) : null
  if (typeof base !== 'string' || baseSha === null)
    throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  if (pull.state === 'closed') throw custom('Cannot change the base branch of a closed pull request.')
  if (repository.pulls.some((one) => one.state === 'open' && one.head === head && one.base === base))
    throw custom(`A pull request already exists for base branch '${base}' and head branch '${head}'`)
  if ((await countCommits(state, repository, `${baseSha}..${headSha}`)) === 0)
    throw custom(`There are no new commits between base branch '${base}' and head branch '${head}'`)
  const changes = { base: { ref: { from: pull.base }, sha: { from: pull.baseSha } } }
  pull.base = base
  pull.baseSha = baseSha
  pull.updatedAt = state.now()
  await announcePull(state, pull, 'edited', actor, { changes })
}

const custom = (message: string) => validationFailed({ resource: 'PullRequest', code: 'custom', message })

const changeText = async (state: GithubState, pull: Pull, sent: Json, actor: Account): Promise<void> => {
  const { title = pull.title, body = pull.body } = checkPullText(sent)
  const changes = {
    ...(title === pull.title ? {} : { title: { from: pull.title } }),
    ...(body === pull.body ? {} : { body: { from: pull.body ?? '' } }),
  }
  if (Object.keys(changes).length === 0) return
  pull.title = title
  pull.body = body
  pull.updatedAt = state.now()
  await announcePull(state, pull, 'edited', actor, { changes })
}

export const closePull = async (state: GithubState, pull: Pull, actor: Account): Promise<void> => {
  pull.state = 'closed'
  pull.closedAt = state.now()
  pull.updatedAt = state.now()
  await announcePull(state, pull, 'closed', actor)
}

const reopenPull = async (state: GithubState, pull: Pull, actor: Account): Promise<void> => {
  const head = await branchHead(pull.repository, pull.head)
  if (pull.merged || head === null) throw custom('state cannot be changed.')
  pull.state = 'open'
  pull.headSha = head
  pull.closedAt = null
  pull.updatedAt = state.now()
  await announcePull(state, pull, 'reopened', actor)
}
