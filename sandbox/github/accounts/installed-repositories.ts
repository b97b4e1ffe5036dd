import type { Installation } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'

export const installedRepositories = (state: GithubState, installation: Installation): Repository[] =>
  [...state.repositories.values()].filter((repository) => covers(installation, repository))

export const covers = (installation: Installation, repository: Repository): boolean =>
  repository.owner.id === installation.account.id &&
  (installation.selection === 'all' || installation.repositoryIds.has(repository.id))
