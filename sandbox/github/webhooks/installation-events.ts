import { adminOf } from '../accounts/accounts.ts'
import { installedRepositories } from '../accounts/installed-repositories.ts'
import { installationShape } from '../shapes/app.ts'
import { shortRepositoryShape } from '../shapes/repository.ts'
import { userShape } from '../shapes/user.ts'
import type { Installation } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { deliver } from './deliver.ts'

/** An app gets these two events without a subscription. */
export const announceInstallation = (
  state: GithubState,
  installation: Installation,
  action: 'created' | 'deleted' | 'suspend' | 'unsuspend' | 'new_permissions_accepted',
): void =>
  deliver(state, installation.app, 'installation', {
    action,
    installation: installationShape(state, installation),
    repositories: installedRepositories(state, installation).map(shortRepositoryShape),
    ...(action === 'created' ? { requester: null } : {}),
    sender: userShape(state, adminOf(state, installation.account)),
  })

export const announceInstalledRepositories = (
  state: GithubState,
  installation: Installation,
  action: 'added' | 'removed',
  repositories: readonly Repository[],
): void =>
  deliver(state, installation.app, 'installation_repositories', {
    action,
    installation: installationShape(state, installation),
    repository_selection: installation.selection,
    repositories_added: action === 'added' ? repositories.map(shortRepositoryShape) : [],
    repositories_removed: action === 'removed' ? repositories.map(shortRepositoryShape) : [],
    requester: null,
    sender: userShape(state, adminOf(state, installation.account)),
  })
