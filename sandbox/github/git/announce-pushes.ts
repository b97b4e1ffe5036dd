import type { Account, Repository } from '../model.ts'
import { followPush } from '../pulls/follow-push.ts'
import type { GithubState } from '../state.ts'
import { announcePush } from '../webhooks/push-event.ts'
import { listRefs } from './read.ts'

export interface RefChange {
  readonly ref: string
  /** `null`: the ref is new. */
  readonly before: string | null
  /** `null`: the ref is gone. */
  readonly after: string | null
}

/** Finds what has moved since the last look, whoever moved it, and lets the world know. Call it `alone`. */
export const announcePushes = async (
  hub: GithubState,
  repository: Repository,
  pusher: Account,
): Promise<void> => {
  const known = repository.refs
  const refs = await listRefs(hub, repository)
  repository.refs = refs
  for (const change of changesBetween(known, refs)) {
    repository.pushedAt = hub.now()
    await announcePush(hub, repository, change, pusher)
    await followPush(hub, repository, change, pusher)
  }
}

const changesBetween = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): RefChange[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((ref) => ({ ref, before: before.get(ref) ?? null, after: after.get(ref) ?? null }))
    .filter((change) => change.before !== change.after)
