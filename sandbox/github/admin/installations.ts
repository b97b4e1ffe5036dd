import { accountNamed, adminOf, appById } from '../accounts/accounts.ts'
import { installedRepositories } from '../accounts/installed-repositories.ts'
import type { Installation } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceInstallation, announceInstalledRepositories } from '../webhooks/installation-events.ts'

export type InstallationChange =
  | { readonly kind: 'add' | 'remove'; readonly repositories: readonly string[] }
  | { readonly kind: 'suspend' | 'unsuspend' | 'delete' }

export const installApp = (
  state: GithubState,
  o: { readonly appId: number; readonly account: string; readonly repositories: 'all' | readonly string[] },
): number => {
  const account = accountNamed(state, o.account)
  const app = appById(state, o.appId)
  const installation: Installation = {
    id: state.nextId(),
    app,
    account,
    permissions: app.permissions,
    selection: o.repositories === 'all' ? 'all' : 'selected',
    repositoryIds: new Set(
      o.repositories === 'all' ? [] : o.repositories.map((name) => ownRepository(state, account.id, name).id),
    ),
    createdAt: state.now(),
    updatedAt: state.now(),
    suspended: null,
  }
  state.installations.set(installation.id, installation)
  announceInstallation(state, installation, 'created')
  return installation.id
}

export const changeInstallation = (state: GithubState, id: number, change: InstallationChange): void => {
  const installation = state.installations.get(id)
  if (!installation) throw new Error(`sandbox: no installation ${id}`)
  installation.updatedAt = state.now()
  switch (change.kind) {
    case 'add':
    case 'remove':
      changeRepositories(state, installation, change.kind, change.repositories)
      break
    case 'suspend':
      installation.suspended = { at: state.now(), by: adminOf(state, installation.account) }
      announceInstallation(state, installation, 'suspend')
      break
    case 'unsuspend':
      installation.suspended = null
      announceInstallation(state, installation, 'unsuspend')
      break
    case 'delete':
      announceInstallation(state, installation, 'deleted')
      uninstall(state, id)
  }
}

/** What the settings page of an installation saves. The app hears of the repositories that are new or gone. */
export const selectRepositories = (
  state: GithubState,
  installation: Installation,
  chosen: 'all' | ReadonlySet<number>,
): void => {
  const before = installedRepositories(state, installation)
  installation.selection = chosen === 'all' ? 'all' : 'selected'
  installation.repositoryIds = new Set(chosen === 'all' ? [] : chosen)
  installation.updatedAt = state.now()
  const after = installedRepositories(state, installation)
  const added = after.filter((repository) => !before.includes(repository))
  const removed = before.filter((repository) => !after.includes(repository))
  if (added.length > 0) announceInstalledRepositories(state, installation, 'added', added)
  if (removed.length > 0) announceInstalledRepositories(state, installation, 'removed', removed)
}

/** The owner of the account accepts what the app asks for since it was installed. */
export const acceptPermissions = (state: GithubState, installation: Installation): void => {
  installation.permissions = installation.app.permissions
  installation.updatedAt = state.now()
  announceInstallation(state, installation, 'new_permissions_accepted')
}

/** Also revokes its tokens. */
const uninstall = (state: GithubState, id: number): void => {
  state.installations.delete(id)
  for (const credential of [...state.tokens.values()])
    if (credential.kind === 'installation' && credential.installation.id === id)
      state.tokens.delete(credential.token)
}

const changeRepositories = (
  state: GithubState,
  installation: Installation,
  kind: 'add' | 'remove',
  names: readonly string[],
): void => {
  if (installation.selection === 'all')
    throw new Error('sandbox: this installation covers all repositories; install with a list to change it')
  const changed = names.map((name) => ownRepository(state, installation.account.id, name))
  for (const repository of changed)
    if (kind === 'add') installation.repositoryIds.add(repository.id)
    else installation.repositoryIds.delete(repository.id)
  announceInstalledRepositories(state, installation, kind === 'add' ? 'added' : 'removed', changed)
}

/** An installation on all repositories of an account covers a new one immediately. */
export const coverNewRepository = (state: GithubState, repository: Repository): void => {
  for (const installation of state.installations.values())
    if (installation.selection === 'all' && installation.account.id === repository.owner.id)
      announceInstalledRepositories(state, installation, 'added', [repository])
}

const ownRepository = (state: GithubState, ownerId: number, name: string): Repository => {
  const found = [...state.repositories.values()].find((r) => r.owner.id === ownerId && r.name === name)
  if (!found) throw new Error(`sandbox: the account has no repository ${name}`)
  return found
}
