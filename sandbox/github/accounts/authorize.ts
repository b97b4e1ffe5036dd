import { ApiError } from '../rest/api-error.ts'
import type { Level } from '../state/account.ts'
import type { Credential, TokenCredential } from '../state/credential.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { covers } from './installed-repositories.ts'

type InstallationToken = Extract<TokenCredential, { kind: 'installation' }>

/** Whether the credential can see the repository. Stricter than GitHub: without a token, no repository is visible. */
export const maySee = (state: GithubState, credential: Credential, repository: Repository): boolean => {
  switch (credential.kind) {
    case 'none':
    case 'app-jwt':
      return false
    case 'user':
      return true
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

export const mayDo = (credential: Credential, permission: string, level: Level): boolean => {
  switch (credential.kind) {
    case 'none':
    case 'app-jwt':
      return false
    case 'user':
      return level === 'read' || credential.level === 'write'
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
  if (permission.split('|').some((name) => mayDo(credential, name, level))) return
  if (credential.kind === 'user') throw new ApiError(403, 'Resource not accessible by personal access token')
  throw new ApiError(403, 'Resource not accessible by integration')
}

/** The credential sees the repository only because it is public. */
export const isStranger = (state: GithubState, credential: Credential, repository: Repository): boolean =>
  credential.kind === 'installation' && !isChosen(state, credential, repository)

export const refuseSuspended = (credential: Credential): void => {
  if (credential.kind === 'installation' && credential.installation.suspended)
    throw new ApiError(403, 'This installation has been suspended')
}
