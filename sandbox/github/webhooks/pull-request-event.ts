import type { Account, Pull } from '../model.ts'
import type { Json } from '../rest/route.ts'
import { pullShape } from '../shapes/pull-request.ts'
import type { GithubState } from '../state.ts'
import { announceRepositoryEvent } from './repository-event.ts'

type PullAction = 'opened' | 'synchronize' | 'closed' | 'reopened' | 'edited'

export const announcePull = async (
  hub: GithubState,
  pull: Pull,
  action: PullAction,
  sender: Account,
  more: Json = {},
): Promise<void> =>
  announceRepositoryEvent(hub, 'pull_request', {
    repository: pull.repository,
    sender,
    payload: { action, number: pull.number, ...more, pull_request: await pullShape(hub, pull) },
  })
