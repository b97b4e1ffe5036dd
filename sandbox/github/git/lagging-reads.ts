import type { Pull, Repository, Snapshot } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { listRefs } from './list-refs.ts'

/** From now on reads show the state of `ms` ago; 0 ends the lag. */
export const lagReads = (state: GithubState, ms: number): void => {
  state.faultSchedule.readLagMs = ms
  for (const repository of state.repositories.values()) {
    repository.history.length = 0
    if (ms > 0) repository.history.push({ ...snapshotOf(state, repository), at: 0 })
  }
}

/** Called after each write. Drops the snapshots that a lagging read can no longer show. */
export const recordSnapshot = (state: GithubState, repository: Repository): void => {
  if (state.faultSchedule.readLagMs === 0) return
  repository.history.push(snapshotOf(state, repository))
  const shown = repository.history.findLastIndex(({ at }) => at <= visibleTime(state))
  repository.history.splice(0, Math.max(0, shown))
}

const snapshotOf = (state: GithubState, { refs, pulls }: Repository): Snapshot => ({
  at: state.now().getTime(),
  refs,
  pulls: pulls.map((pull) => ({ ...pull })),
})

const visibleTime = (state: GithubState): number => state.now().getTime() - state.faultSchedule.readLagMs

const visibleSnapshot = (state: GithubState, repository: Repository): Snapshot | undefined =>
  repository.history.findLast(({ at }) => at <= visibleTime(state))

export const visibleRefs = async (
  state: GithubState,
  repository: Repository,
): Promise<ReadonlyMap<string, string>> => visibleSnapshot(state, repository)?.refs ?? listRefs(repository)

export const visiblePulls = (state: GithubState, repository: Repository): readonly Pull[] =>
  visibleSnapshot(state, repository)?.pulls ?? repository.pulls

/** A list lacks a run that was started within the lag. */
export const isVisible = (state: GithubState, { createdAt }: { readonly createdAt: Date }): boolean =>
  createdAt.getTime() <= visibleTime(state)
