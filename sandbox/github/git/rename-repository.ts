import { adminOf } from '../accounts/accounts.ts'
import type { Hub } from '../hub.ts'
import { announceRepositoryEvent } from '../webhooks/repository-event.ts'
import { repositoryNamed, repositoryOrThrow } from './repositories.ts'

/** The id stays, the old name redirects, and `repository` renamed is sent. */
export const renameRepository = (
  hub: Hub,
  o: { readonly owner: string; readonly name: string; readonly to: string },
): void => {
  const repository = repositoryOrThrow(hub, o.owner, o.name)
  if (repositoryNamed(hub, o.owner, o.to)) throw new Error(`sandbox: ${o.owner}/${o.to} exists already`)
  repository.formerNames.push(repository.name)
  repository.name = o.to
  repository.updatedAt = hub.now()
  announceRepositoryEvent(hub, 'repository', {
    repository,
    sender: adminOf(hub, repository.owner),
    payload: { action: 'renamed', changes: { repository: { name: { from: o.name } } } },
  })
}
