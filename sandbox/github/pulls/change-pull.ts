import { branchHead } from '../git/read.ts'
import { ApiError, validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
import type { Pull } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announcePull } from '../webhooks/pull-request-event.ts'
import { checkPullText } from './pull-text.ts'

/** Applies title, body and state. As on GitHub, `draft` is ignored here. */
export const changePull = async (
  state: GithubState,
  pull: Pull,
  sent: Json,
  actor: Account,
): Promise<void> => {
  if (sent.base !== undefined && sent.base !== pull.base)
    throw new ApiError(501, 'the sandbox GitHub does not change the base of a pull request')
  await changeText(state, pull, sent, actor)
  const { state: to } = sent
  if (to === undefined || to === pull.state) return
  if (to === 'closed') return closePull(state, pull, actor)
  if (to === 'open') return reopenPull(state, pull, actor)
  throw validationFailed({ resource: 'PullRequest', field: 'state', code: 'invalid' })
}

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
  if (pull.merged || head === null)
    throw validationFailed({ resource: 'PullRequest', code: 'custom', message: 'state cannot be changed.' })
  pull.state = 'open'
  pull.headSha = head
  pull.closedAt = null
  pull.updatedAt = state.now()
  await announcePull(state, pull, 'reopened', actor)
}
