import type { Installation, Repository } from '../model.ts'
import type { GithubState } from '../state.ts'
import { announceInstallation, announceInstalledRepositories } from '../webhooks/installation-events.ts'
import { accountNamed, adminOf, appById } from './accounts.ts'

export type InstallationChange =
  | { readonly kind: 'add' | 'remove'; readonly repositories: readonly string[] }
  | { readonly kind: 'suspend' | 'unsuspend' | 'delete' }

export const installApp = (
  hub: GithubState,
  o: { readonly appId: number; readonly account: string; readonly repositories: 'all' | readonly string[] },
): number => {
  const account = accountNamed(hub, o.account)
  const installation: Installation = {
    id: hub.nextId(),
    app: appById(hub, o.appId),
    account,
    selection: o.repositories === 'all' ? 'all' : 'selected',
    repositoryIds: new Set(
      o.repositories === 'all' ? [] : o.repositories.map((name) => ownRepository(hub, account.id, name).id),
    ),
    createdAt: hub.now(),
    updatedAt: hub.now(),
    suspended: null,
  }
  hub.installations.set(installation.id, installation)
  announceInstallation(hub, installation, 'created')
  return installation.id
}

export const changeInstallation = (hub: GithubState, id: number, change: InstallationChange): void => {
  const installation = hub.installations.get(id)
  if (!installation) throw new Error(`sandbox: no installation ${id}`)
  installation.updatedAt = hub.now()
  switch (change.kind) {
    case 'add':
    case 'remove':
      changeRepositories(hub, installation, change.kind, change.repositories)
      break
    case 'suspend':
      installation.suspended = { at: hub.now(), by: adminOf(hub, installation.account) }
      announceInstallation(hub, installation, 'suspend')
      break
    case 'unsuspend':
      installation.suspended = null
      announceInstallation(hub, installation, 'unsuspend')
      break
    case 'delete':
      announceInstallation(hub, installation, 'deleted')
      uninstall(hub, id)
  }
}

/** Its tokens die with it. */
const uninstall = (hub: GithubState, id: number): void => {
  hub.installations.delete(id)
  for (const credential of [...hub.tokens.values()])
    if (credential.kind === 'installation' && credential.installation.id === id)
      hub.tokens.delete(credential.token)
}

const changeRepositories = (
  hub: GithubState,
  installation: Installation,
  kind: 'add' | 'remove',
  names: readonly string[],
): void => {
  if (installation.selection === 'all')
    throw new Error('sandbox: this installation covers all repositories; install with a list to change it')
  const changed = names.map((name) => ownRepository(hub, installation.account.id, name))
  for (const repository of changed)
    if (kind === 'add') installation.repositoryIds.add(repository.id)
    else installation.repositoryIds.delete(repository.id)
  announceInstalledRepositories(hub, installation, kind === 'add' ? 'added' : 'removed', changed)
}

const ownRepository = (hub: GithubState, ownerId: number, name: string): Repository => {
  const found = [...hub.repositories.values()].find((r) => r.owner.id === ownerId && r.name === name)
  if (!found) throw new Error(`sandbox: the account has no repository ${name}`)
  return found
}
