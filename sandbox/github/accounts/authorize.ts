import { ApiError } from '../rest/api-error.ts'
import type { Account, Level } from '../state/account.ts'
import type { Credential, TokenCredential } from '../state/credential.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { covers } from './installed-repositories.ts'
import { hasRole, roleOf } from './roles.ts'

type InstallationToken = Extract<TokenCredential, { kind: 'installation' }>

/** Whether the credential can see the repository. Stricter than GitHub: without a token, no repository is visible. */
export const maySee = (state: GithubState, credential: Credential, repository: Repository): boolean => {
  switch (credential.kind) {
    case 'none':
    case 'app-jwt':
      return false
    case 'user':
      return credential.level !== 'role' || roleOf(state, repository, credential.account) !== null
    case 'actions':
      return credential.repository.id === repository.id
    case 'installation':
      return !repository.private || isChosen(state, credential, repository)
  }
}

/** Whether the token was created for the repository. Any token can read a public one. */
const isChosen = (state: GithubState, token: InstallationToken, repository: Repository): boolean =>
  state.installations.has(token.installation.id) &&
  covers(token.installation, repository) &&
  (token.repositoryIds === null || token.repositoryIds.has(repository.id))

/** Of a person whose token goes by their role: anyone who sees a repository may write issues and reviews there. */
const OPEN_TO_READERS: ReadonlySet<string> = new Set(['issues', 'pull_requests'])

export const mayDo = (
  state: GithubState,
  credential: Credential,
  { repository, permission, level }: { repository: Repository; permission: string; level: Level },
): boolean => {
  switch (credential.kind) {
    case 'none':
    case 'app-jwt':
      return false
    case 'user':
      if (credential.level !== 'role') return level === 'read' || credential.level === 'write'
      if (level === 'read' || OPEN_TO_READERS.has(permission)) return maySee(state, credential, repository)
      if (permission === 'workflows' && credential.scopes?.includes('workflow') === false) return false
      return hasRole(state, repository, credential.account, 'write')
    case 'actions':
    case 'installation': {
      const granted = credential.permissions[permission]
      return granted === 'write' || granted === level
    }
  }
}

/** Throws GitHub's error if the credential lacks the permission. `a|b`: one of the two is enough. */
export const demand = (
  state: GithubState,
  credential: Credential,
  { repository, permission, level }: { repository: Repository; permission: string; level: Level },
): void => {
  refuseSuspended(credential)
  if (isStranger(state, credential, repository)) {
    if (level === 'read') return
    throw new ApiError(403, 'Resource not accessible by integration')
  }
  const mayOne = (name: string) => mayDo(state, credential, { repository, permission: name, level })
  if (permission.split('|').some(mayOne)) return
  if (credential.kind === 'user') {
    if (credential.level === 'role') throw mustBeAdmin()
    throw new ApiError(403, 'Resource not accessible by personal access token')
  }
  throw new ApiError(403, 'Resource not accessible by integration')
}

/** What GitHub tells people whose role does not suffice, whichever role it would take. */
const mustBeAdmin = (): ApiError => new ApiError(403, 'Must have admin rights to Repository.')

interface Acting {
  readonly state: GithubState
  readonly credential: Credential
  readonly repository: Repository
  readonly actor: Pick<Account, 'id'>
}

/** Throws if the credential is a person's whose role does not suffice. */
export const demandRole = (
  state: GithubState,
  credential: Credential,
  repository: Repository,
  role: 'triage' | 'write' | 'admin',
): void => {
  if (credential.kind !== 'user' || credential.level !== 'role') return
  if (!hasRole(state, repository, credential.account, role)) throw mustBeAdmin()
}

/** What a person did may be changed by that person, and by others if their role suffices. */
export const demandAuthorOrRole = (
  { state, credential, repository, actor }: Acting,
  author: Pick<Account, 'id'>,
  role: 'triage' | 'write',
): void => {
  if (author.id !== actor.id) demandRole(state, credential, repository, role)
}

/** The credential sees the repository only because it is public. */
export const isStranger = (state: GithubState, credential: Credential, repository: Repository): boolean =>
  credential.kind === 'installation' && !isChosen(state, credential, repository)

export const refuseSuspended = (credential: Credential): void => {
  if (credential.kind === 'installation' && credential.installation.suspended)
    throw new ApiError(403, 'This installation has been suspended')
}
