import type { Json } from '../rest/route.ts'
import { pullShape } from '../shapes/pull-request.ts'
import type { Account } from '../state/account.ts'
import type { Pull } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceRepositoryEvent } from './repository-event.ts'

type PullAction = 'opened' | 'synchronize' | 'closed' | 'reopened' | 'edited'

export const announcePull = async (
  state: GithubState,
  pull: Pull,
  action: PullAction,
  sender: Account,
  more: Json = {},
): Promise<void> =>
  announceRepositoryEvent(state, 'pull_request', {
    repository: pull.repository,
    sender,
    payload: { action, number: pull.number, ...more, pull_request: await pullShape(state, pull) },
  })
