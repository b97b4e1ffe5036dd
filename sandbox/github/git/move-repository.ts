import { accountNamed, adminOf } from '../accounts/accounts.ts'
import { covers } from '../accounts/installed-repositories.ts'
import type { Account, Installation, Repository } from '../model.ts'
import { organizationShape, userShape } from '../shapes/user.ts'
import type { GithubState } from '../state.ts'
import { announceInstalledRepositories } from '../webhooks/installation-events.ts'
import { announceRepositoryEvent } from '../webhooks/repository-event.ts'
import { repositoryNamed, repositoryOrThrow } from './repositories.ts'

/** The id stays, the old name redirects, and `repository` renamed is sent. */
export const renameRepository = (
  hub: GithubState,
  o: { readonly owner: string; readonly name: string; readonly to: string },
): void => {
  const repository = repositoryOrThrow(hub, o.owner, o.name)
  move(hub, repository, { owner: repository.owner, name: o.to })
  announceRepositoryEvent(hub, 'repository', {
    repository,
    sender: adminOf(hub, repository.owner),
    payload: { action: 'renamed', changes: { repository: { name: { from: o.name } } } },
  })
}

/**
 * To another account, which has taken it: the old name redirects, and the installations of the old owner have lost it.
 * That `transferred` goes to the new owner alone is documented; that the old one is told as of a repository taken off,
 * is how a deletion is told.
 */
export const transferRepository = (
  hub: GithubState,
  o: { readonly owner: string; readonly name: string; readonly to: string; readonly newName?: string },
): void => {
  const repository = repositoryOrThrow(hub, o.owner, o.name)
  const from = repository.owner
  const left = installationsOn(hub, repository)
  move(hub, repository, { owner: accountNamed(hub, o.to), name: o.newName ?? o.name })
  for (const installation of left) takeOff(hub, installation, repository)
  const changes = { owner: { from: formerOwner(hub, from) } }
  announceRepositoryEvent(hub, 'repository', {
    repository,
    sender: adminOf(hub, repository.owner),
    payload: { action: 'transferred', changes },
  })
}

/**
 * Nothing of it is to be had any more. The App hears of it twice, as others have seen at GitHub:
 * https://github.com/github/docs/issues/36991
 */
export const deleteRepository = (
  hub: GithubState,
  o: { readonly owner: string; readonly name: string },
): void => {
  const repository = repositoryOrThrow(hub, o.owner, o.name)
  const payload = { action: 'deleted' }
  announceRepositoryEvent(hub, 'repository', { repository, sender: adminOf(hub, repository.owner), payload })
  const left = installationsOn(hub, repository)
  hub.repositories.delete(repository.id)
  for (const installation of left) takeOff(hub, installation, repository)
}

const installationsOn = (hub: GithubState, repository: Repository): Installation[] =>
  [...hub.installations.values()].filter((installation) => covers(installation, repository))

const takeOff = (hub: GithubState, installation: Installation, repository: Repository): void => {
  installation.repositoryIds.delete(repository.id)
  announceInstalledRepositories(hub, installation, 'removed', [repository])
}

const move = (hub: GithubState, repository: Repository, to: { owner: Account; name: string }): void => {
  if (repositoryNamed(hub, to.owner.login, to.name))
    throw new Error(`sandbox: ${to.owner.login}/${to.name} exists already`)
  repository.formerNames.push({ owner: repository.owner.login, name: repository.name })
  repository.owner = to.owner
  repository.name = to.name
  repository.updatedAt = hub.now()
}

const formerOwner = (hub: GithubState, account: Account) => ({
  [account.type === 'Organization' ? 'organization' : 'user']:
    account.type === 'Organization' ? organizationShape(hub, account) : userShape(hub, account),
})
