import { listRefs } from '../git/list-refs.ts'
import { refChanges } from '../git/ref-changes.ts'
import type { Account } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announcePush } from '../webhooks/push-event.ts'
import { followPush } from './follow-push.ts'

/**
 * Finds the refs that changed since the last call, whatever changed them, sends their webhooks and updates their pull
 * requests. Call it inside `withLock`.
 */
export const processPushes = async (
  state: GithubState,
  repository: Repository,
  pusher: Account,
): Promise<void> => {
  const before = repository.refs
  const after = await listRefs(repository)
  repository.refs = after
  for (const change of refChanges(before, after)) {
    repository.pushedAt = state.now()
    await announcePush(state, repository, change, pusher)
    await followPush(state, repository, change, pusher)
  }
}
