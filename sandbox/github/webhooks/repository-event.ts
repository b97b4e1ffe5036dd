import { covers } from '../accounts/installed-repositories.ts'
import type { Account, Installation, Repository } from '../model.ts'
import type { Json } from '../rest/route.ts'
import { nodeId } from '../shapes/primitives.ts'
import { repositoryShape } from '../shapes/repository.ts'
import { organizationShape, userShape } from '../shapes/user.ts'
import type { GithubState } from '../state.ts'
import { deliver } from './delivery.ts'

/** Tells every app that is installed on the repository, not suspended, and subscribed to the event. */
export const announceRepositoryEvent = (
  hub: GithubState,
  event: string,
  o: { repository: Repository; sender: Account; payload: Json },
): void => {
  for (const installation of hub.installations.values()) {
    if (!listens(installation, event, o.repository)) continue
    deliver(hub, installation.app, event, {
      repository: repositoryShape(hub, o.repository),
      ...o.payload,
      ...(o.repository.owner.type === 'Organization'
        ? { organization: organizationShape(hub, o.repository.owner) }
        : {}),
      sender: userShape(hub, o.sender),
      installation: { id: installation.id, node_id: nodeId('I', installation.id) },
    })
  }
}

const listens = (installation: Installation, event: string, repository: Repository): boolean =>
  covers(installation, repository) &&
  installation.suspended === null &&
  installation.app.events.includes(event)
