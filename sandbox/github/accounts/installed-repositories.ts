import type { Installation, Repository } from '../model.ts'
import type { GithubState } from '../state.ts'

export const installedRepositories = (hub: GithubState, installation: Installation): Repository[] =>
  [...hub.repositories.values()].filter((repository) => covers(installation, repository))

export const covers = (installation: Installation, repository: Repository): boolean =>
  repository.owner.id === installation.account.id &&
  (installation.selection === 'all' || installation.repositoryIds.has(repository.id))
