import { accountNamed, adminOf } from '../accounts/accounts.ts'
import { covers } from '../accounts/installed-repositories.ts'
import { repositoryNamed, repositoryOrThrow } from '../git/repositories.ts'
import { organizationShape, userShape } from '../shapes/user.ts'
import type { Account, Installation } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceInstalledRepositories } from '../webhooks/installation-events.ts'
import { announceRepositoryEvent } from '../webhooks/repository-event.ts'

/** Keeps the id, redirects the old name, and sends the webhook `repository` with action `renamed`. */
export const renameRepository = (
  state: GithubState,
  o: { readonly owner: string; readonly name: string; readonly to: string },
): void => {
  const repository = repositoryOrThrow(state, o.owner, o.name)
  move(state, repository, { owner: repository.owner, name: o.to })
  announceRepositoryEvent(state, 'repository', {
    repository,
    sender: adminOf(state, repository.owner),
    payload: { action: 'renamed', changes: { repository: { name: { from: o.name } } } },
  })
}

/**
 * Moves the repository to another account, as if that account had accepted it. The old name redirects, and the
 * installations of the old owner lose the repository. GitHub documents that only the new owner gets `transferred`. That
 * the old owner gets `installation_repositories` with `removed` is an assumption from deletions.
 */
export const transferRepository = (
  state: GithubState,
  o: { readonly owner: string; readonly name: string; readonly to: string; readonly newName?: string },
): void => {
  const repository = repositoryOrThrow(state, o.owner, o.name)
  const from = repository.owner
  const affected = installationsOn(state, repository)
  move(state, repository, { owner: accountNamed(state, o.to), name: o.newName ?? o.name })
  for (const installation of affected) removeFrom(state, installation, repository)
  const changes = { owner: { from: formerOwner(state, from) } }
  announceRepositoryEvent(state, 'repository', {
    repository,
    sender: adminOf(state, repository.owner),
    payload: { action: 'transferred', changes },
  })
}

/**
 * Removes the repository. As observed on GitHub, the App gets two webhooks: https://github.com/github/docs/issues/36991
 */
export const deleteRepository = (
  state: GithubState,
  o: { readonly owner: string; readonly name: string },
): void => {
  const repository = repositoryOrThrow(state, o.owner, o.name)
  const payload = { action: 'deleted' }
  announceRepositoryEvent(state, 'repository', {
    repository,
    sender: adminOf(state, repository.owner),
    payload,
  })
  const affected = installationsOn(state, repository)
  state.repositories.delete(repository.id)
  for (const installation of affected) removeFrom(state, installation, repository)
}

const installationsOn = (state: GithubState, repository: Repository): Installation[] =>
  [...state.installations.values()].filter((installation) => covers(installation, repository))

const removeFrom = (state: GithubState, installation: Installation, repository: Repository): void => {
  installation.repositoryIds.delete(repository.id)
  announceInstalledRepositories(state, installation, 'removed', [repository])
}

const move = (state: GithubState, repository: Repository, to: { owner: Account; name: string }): void => {
  if (repositoryNamed(state, to.owner.login, to.name))
    throw new Error(`sandbox: ${to.owner.login}/${to.name} exists already`)
  repository.formerNames.push({ owner: repository.owner.login, name: repository.name })
  repository.owner = to.owner
  repository.name = to.name
  repository.updatedAt = state.now()
}

const formerOwner = (state: GithubState, account: Account) => ({
  [account.type === 'Organization' ? 'organization' : 'user']:
    account.type === 'Organization' ? organizationShape(state, account) : userShape(state, account),
})
