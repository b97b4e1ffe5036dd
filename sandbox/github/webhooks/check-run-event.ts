import type { Json } from '../rest/route.ts'
import { checkRunEventShape } from '../shapes/check-run.ts'
import type { Account } from '../state/account.ts'
import type { CheckRun } from '../state/check-run.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceRepositoryEvent } from './repository-event.ts'

export type CheckRunAction = 'created' | 'completed' | 'requested_action' | 'rerequested'

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#check_run */
export const announceCheckRun = (
  state: GithubState,
  repository: Repository,
  checkRun: CheckRun,
  action: CheckRunAction,
  sender: Account,
  more: Json = {},
): void =>
  announceRepositoryEvent(state, 'check_run', {
    repository,
    sender,
    payload: { action, ...more, check_run: checkRunEventShape(state, repository, checkRun) },
  })
