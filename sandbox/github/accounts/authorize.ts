import type { Credential, Level, Repository, TokenCredential } from '../model.ts'
import { ApiError } from '../rest/api-error.ts'
import type { GithubState } from '../state.ts'
import { covers } from './installed-repositories.ts'

type InstallationToken = Extract<TokenCredential, { kind: 'installation' }>

/** Whether the credential knows that the repository exists. Stricter than GitHub: nobody sees a public one without a token. */
export const maySee = (hub: GithubState, credential: Credential, repository: Repository): boolean => {
  switch (credential.kind) {
    case 'none':
    case 'app-jwt':
      return false
    case 'user':
      return true
    case 'actions':
      return credential.repository.id === repository.id
    case 'installation':
      return !repository.private || isChosen(hub, credential, repository)
  }
}

/** Whether the repository is one of those that a token was made for; a public one may be read by any. */
const isChosen = (hub: GithubState, token: InstallationToken, repository: Repository): boolean =>
  hub.installations.has(token.installation.id) &&
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

/** Throws what GitHub answers to a credential that may not. `a|b`: either permission will do. */
export const demand = (
  hub: GithubState,
  credential: Credential,
  { repository, permission, level }: { repository: Repository; permission: string; level: Level },
): void => {
  refuseSuspended(credential)
  if (isStranger(hub, credential, repository)) {
    if (level === 'read') return
    throw new ApiError(403, 'Resource not accessible by integration')
  }
  if (permission.split('|').some((name) => mayDo(credential, name, level))) return
  if (credential.kind === 'user') throw new ApiError(403, 'Resource not accessible by personal access token')
  throw new ApiError(403, 'Resource not accessible by integration')
}

/** It sees the repository only because everybody does. */
export const isStranger = (hub: GithubState, credential: Credential, repository: Repository): boolean =>
  credential.kind === 'installation' && !isChosen(hub, credential, repository)

export const refuseSuspended = (credential: Credential): void => {
  if (credential.kind === 'installation' && credential.installation.suspended)
    throw new ApiError(403, 'This installation has been suspended')
}
