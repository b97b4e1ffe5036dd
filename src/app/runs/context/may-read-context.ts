import { botOf } from '../../../mention/named-bots.ts'
import type { Origin } from '../../domain/origin.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { findKeyInForce } from '../../keys/find-key.ts'
import { covers } from '../../keys/key-record.ts'
import type { Project } from '../../projects/project.ts'
import { isPublic } from '../../projects/readers.ts'
import type { Store } from '../../store/store.ts'

export interface MayReadDeps {
  readonly store: Store
  readonly github: Pick<Github, 'permissionOf'>
  readonly now: () => number
}

/**
 * Whether those who ask may read a repository now, so that no agent reads for them what they may not read themselves.
 * A merge that is watched, or a failure of CI, was not chosen by anybody who asks: there, the settings of the two
 * repositories decide.
 */
export async function mayRead(
  { store, github, now }: MayReadDeps,
  origin: Origin,
  project: Project,
  repository: RepositoryRef,
): Promise<boolean> {
  if (isPublic(project)) return true
  switch (origin.kind) {
    case 'watch':
    case 'settings':
      return true
    case 'key': {
      const found = await findKeyInForce(store, { accountId: project.accountId, id: origin.id }, now())
      return found.kind === 'in-force' && covers(found.key, project)
    }
    case 'actor':
    case 'github': {
      if (botOf(origin.login) !== null) return false
      const found = await github.permissionOf(repository, origin.login)
      // The login may be somebody else's by now.
      return found?.userId === origin.id && found.permission !== 'none'
    }
  }
}

/** Names who asked, in a warning that may be public: not an API key. */
export const nameAsker = (origin: Origin): string =>
  origin.kind === 'actor' || origin.kind === 'github' ? origin.login : 'the API key that asked'

export const isSameAsker = (one: Origin, other: Origin): boolean => {
  const isPerson = ({ kind }: Origin) => kind === 'actor' || kind === 'github'
  return one.id === other.id && (one.kind === other.kind || (isPerson(one) && isPerson(other)))
}
