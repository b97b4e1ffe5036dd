import { listRefs } from './git/read.ts'
import type { Pull, Repository } from './model.ts'
import type { GithubState } from './state.ts'

/** A repository's branches, tags and pull requests at one time. */
export interface Snapshot {
  /** Epoch milliseconds. */
  readonly at: number
  readonly refs: ReadonlyMap<string, string>
  readonly pulls: readonly Pull[]
}

/** From now on reads show what was there `ms` ago; 0 ends that. */
export const lagReads = (hub: GithubState, ms: number): void => {
  hub.weather.lagMs = ms
  for (const repository of hub.repositories.values()) {
    repository.history.length = 0
    if (ms > 0) repository.history.push({ ...snapshot(hub, repository), at: 0 })
  }
}

/** Called after each write. Only what a lagging read can still show is kept. */
export const remember = (hub: GithubState, repository: Repository): void => {
  if (hub.weather.lagMs === 0) return
  repository.history.push(snapshot(hub, repository))
  const shown = repository.history.findLastIndex(({ at }) => at <= timeShown(hub))
  repository.history.splice(0, Math.max(0, shown))
}

const snapshot = (hub: GithubState, { refs, pulls }: Repository): Snapshot => ({
  at: hub.now().getTime(),
  refs,
  pulls: pulls.map((pull) => ({ ...pull })),
})

const timeShown = (hub: GithubState): number => hub.now().getTime() - hub.weather.lagMs

const past = (hub: GithubState, repository: Repository): Snapshot | undefined =>
  repository.history.findLast(({ at }) => at <= timeShown(hub))

export const refsShown = async (
  hub: GithubState,
  repository: Repository,
): Promise<ReadonlyMap<string, string>> => past(hub, repository)?.refs ?? listRefs(hub, repository)

export const pullsShown = (hub: GithubState, repository: Repository): readonly Pull[] =>
  past(hub, repository)?.pulls ?? repository.pulls

/** A list does not have a run yet that was started only now. */
export const isShown = (hub: GithubState, { createdAt }: { readonly createdAt: Date }): boolean =>
  createdAt.getTime() <= timeShown(hub)
