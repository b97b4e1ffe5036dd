import { branchHead } from '../git/read.ts'
import type { Account, Pull } from '../model.ts'
import { ApiError, validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { GithubState } from '../state.ts'
import { announcePull } from '../webhooks/pull-request-event.ts'
import { checkPullText } from './pull-text.ts'

/** Applies title, body and state. `draft` is no part of this call at GitHub and is passed over. */
export const changePull = async (hub: GithubState, pull: Pull, sent: Json, actor: Account): Promise<void> => {
  if (sent.base !== undefined && sent.base !== pull.base)
    throw new ApiError(501, 'the sandbox GitHub does not change the base of a pull request')
  await changeText(hub, pull, sent, actor)
  const { state } = sent
  if (state === undefined || state === pull.state) return
  if (state === 'closed') return closePull(hub, pull, actor)
  if (state === 'open') return reopenPull(hub, pull, actor)
  throw validationFailed({ resource: 'PullRequest', field: 'state', code: 'invalid' })
}

const changeText = async (hub: GithubState, pull: Pull, sent: Json, actor: Account): Promise<void> => {
  const { title = pull.title, body = pull.body } = checkPullText(sent)
  const changes = {
    ...(title === pull.title ? {} : { title: { from: pull.title } }),
    ...(body === pull.body ? {} : { body: { from: pull.body ?? '' } }),
  }
  if (Object.keys(changes).length === 0) return
  pull.title = title
  pull.body = body
  pull.updatedAt = hub.now()
  await announcePull(hub, pull, 'edited', actor, { changes })
}

export const closePull = async (hub: GithubState, pull: Pull, actor: Account): Promise<void> => {
  pull.state = 'closed'
  pull.closedAt = hub.now()
  pull.updatedAt = hub.now()
  await announcePull(hub, pull, 'closed', actor)
}

const reopenPull = async (hub: GithubState, pull: Pull, actor: Account): Promise<void> => {
  const head = await branchHead(hub, pull.repository, pull.head)
  if (pull.merged || head === null)
    throw validationFailed({ resource: 'PullRequest', code: 'custom', message: 'state cannot be changed.' })
  pull.state = 'open'
  pull.headSha = head
  pull.closedAt = null
  pull.updatedAt = hub.now()
  await announcePull(hub, pull, 'reopened', actor)
}
