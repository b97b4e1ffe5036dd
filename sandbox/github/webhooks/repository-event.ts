import { covers } from '../accounts/installed-repositories.ts'
import type { Json } from '../rest/route.ts'
import { nodeId } from '../shapes/primitives.ts'
import { repositoryShape } from '../shapes/repository.ts'
import { organizationShape, userShape } from '../shapes/user.ts'
import type { Account, Installation } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { deliver } from './deliver.ts'

/** Sends the event to every app that is installed on the repository, not suspended, and subscribed to it. */
export const announceRepositoryEvent = (
  state: GithubState,
  event: string,
  o: {
    repository: Repository
    sender: Account
    payload: Json
    /** The event reaches only installations with one of these permissions. */
    permissions?: readonly string[]
  },
): void => {
  for (const installation of state.installations.values()) {
    if (!isSubscribed(installation, event, o.repository)) continue
    if (o.permissions?.every((name) => !(name in installation.permissions))) continue
    deliver(state, installation.app, event, {
      repository: repositoryShape(state, o.repository),
      ...o.payload,
      ...(o.repository.owner.type === 'Organization'
        ? { organization: organizationShape(state, o.repository.owner) }
        : {}),
      sender: userShape(state, o.sender),
      installation: { id: installation.id, node_id: nodeId('I', installation.id) },
    })
  }
}

/** Whether the event reaches anybody. */
export const hasSubscriber = (state: GithubState, event: string, repository: Repository): boolean =>
  [...state.installations.values()].some((installation) => isSubscribed(installation, event, repository))

const isSubscribed = (installation: Installation, event: string, repository: Repository): boolean =>
  covers(installation, repository) &&
  installation.suspended === null &&
  installation.app.events.includes(event)
