import { isAncestor } from '../git/commits.ts'
import type { RefChange } from '../git/ref-changes.ts'
import type { Account } from '../state/account.ts'
import type { Pull, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announcePull } from '../webhooks/pull-request-event.ts'
import { closePull } from './change-pull.ts'
import { keepHead } from './keep-head.ts'

/** Updates open pull requests after a push: a new head, a deleted branch, or a head that the base now contains. */
export const followPush = async (
  state: GithubState,
  repository: Repository,
  change: RefChange,
  pusher: Account,
): Promise<void> => {
  const branch = change.ref.replace(/^refs\/heads\//, '')
  if (branch === change.ref) return
  for (const pull of repository.pulls.filter(({ state }) => state === 'open')) {
    if (pull.head === branch) await followHead(state, pull, change, pusher)
    if (pull.base === branch && pull.state === 'open') await followBase(state, pull, change.after, pusher)
  }
}

const followHead = async (
  state: GithubState,
  pull: Pull,
  change: RefChange,
  pusher: Account,
): Promise<void> => {
  if (change.after === null) return closePull(state, pull, pusher)
  if (change.after === pull.headSha) return
  const before = pull.headSha
  pull.headSha = change.after
  pull.updatedAt = state.now()
  await keepHead(state, pull)
  await announcePull(state, pull, 'synchronize', pusher, { before, after: change.after })
}

/** If the base now contains the head, the pull request is merged. If the base was deleted, it is closed. */
const followBase = async (
  state: GithubState,
  pull: Pull,
  base: string | null,
  pusher: Account,
): Promise<void> => {
  if (base === null) return closePull(state, pull, pusher)
  if (await isAncestor(state, pull.repository, pull.headSha, base)) {
    pull.merged = { at: state.now(), by: pusher, sha: base }
    return closePull(state, pull, pusher)
  }
  pull.baseSha = base
}
