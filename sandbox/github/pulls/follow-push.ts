import type { RefChange } from '../git/announce-pushes.ts'
import { isAncestor } from '../git/commits.ts'
import type { Account, Pull, Repository } from '../model.ts'
import type { GithubState } from '../state.ts'
import { announcePull } from '../webhooks/pull-request-event.ts'
import { closePull } from './change-pull.ts'

/** Open pull requests follow their branches: the head moves on, closes with its branch, or lands in the base. */
export const followPush = async (
  hub: GithubState,
  repository: Repository,
  change: RefChange,
  pusher: Account,
): Promise<void> => {
  const branch = change.ref.replace(/^refs\/heads\//, '')
  if (branch === change.ref) return
  for (const pull of repository.pulls.filter(({ state }) => state === 'open')) {
    if (pull.head === branch) await followHead(hub, pull, change, pusher)
    if (pull.base === branch && pull.state === 'open') await followBase(hub, pull, change.after, pusher)
  }
}

const followHead = async (
  hub: GithubState,
  pull: Pull,
  change: RefChange,
  pusher: Account,
): Promise<void> => {
  if (change.after === null) return closePull(hub, pull, pusher)
  if (change.after === pull.headSha) return
  const before = pull.headSha
  pull.headSha = change.after
  pull.updatedAt = hub.now()
  await announcePull(hub, pull, 'synchronize', pusher, { before, after: change.after })
}

/** A base that has come to contain the head has merged it, whoever pushed; without a base it closes. */
const followBase = async (
  hub: GithubState,
  pull: Pull,
  base: string | null,
  pusher: Account,
): Promise<void> => {
  if (base === null) return closePull(hub, pull, pusher)
  if (await isAncestor(hub, pull.repository, pull.headSha, base)) {
    pull.merged = { at: hub.now(), by: pusher, sha: base }
    return closePull(hub, pull, pusher)
  }
  pull.baseSha = base
}
