import { adminOf } from '../accounts/accounts.ts'
import { installedRepositories } from '../accounts/installed-repositories.ts'
import type { Installation, Repository } from '../model.ts'
import { installationShape } from '../shapes/app.ts'
import { shortRepositoryShape } from '../shapes/repository.ts'
import { userShape } from '../shapes/user.ts'
import type { GithubState } from '../state.ts'
import { deliver } from './delivery.ts'

/** Every app gets these two events, subscribed or not. */
export const announceInstallation = (
  hub: GithubState,
  installation: Installation,
  action: 'created' | 'deleted' | 'suspend' | 'unsuspend',
): void =>
  deliver(hub, installation.app, 'installation', {
    action,
    installation: installationShape(hub, installation),
    repositories: installedRepositories(hub, installation).map(shortRepositoryShape),
    ...(action === 'created' ? { requester: null } : {}),
    sender: userShape(hub, adminOf(hub, installation.account)),
  })

export const announceInstalledRepositories = (
  hub: GithubState,
  installation: Installation,
  action: 'added' | 'removed',
  repositories: readonly Repository[],
): void =>
  deliver(hub, installation.app, 'installation_repositories', {
    action,
    installation: installationShape(hub, installation),
    repository_selection: installation.selection,
    repositories_added: action === 'added' ? repositories.map(shortRepositoryShape) : [],
    repositories_removed: action === 'removed' ? repositories.map(shortRepositoryShape) : [],
    requester: null,
    sender: userShape(hub, adminOf(hub, installation.account)),
  })
