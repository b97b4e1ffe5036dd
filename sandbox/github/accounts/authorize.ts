import type { Hub } from '../hub.ts'
import type { Credential, Level, Repository } from '../model.ts'
import { ApiError } from '../rest/api-error.ts'
import { covers } from './installed-repositories.ts'

/** Whether the credential knows that the repository exists. Stricter than GitHub: a public one needs a token too. */
export const maySee = (hub: Hub, credential: Credential, repository: Repository): boolean => {
  switch (credential.kind) {
    case 'none':
    case 'app-jwt':
      return false
    case 'user':
      return true
    case 'actions':
      return credential.repository.id === repository.id
    case 'installation':
      return (
        hub.installations.has(credential.installation.id) &&
        covers(credential.installation, repository) &&
        (credential.repositoryIds === null || credential.repositoryIds.has(repository.id))
      )
  }
}

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
export const demand = (credential: Credential, permission: string, level: Level): void => {
  refuseSuspended(credential)
  if (permission.split('|').some((name) => mayDo(credential, name, level))) return
  if (credential.kind === 'user') throw new ApiError(403, 'Resource not accessible by personal access token')
  throw new ApiError(403, 'Resource not accessible by integration')
}

export const refuseSuspended = (credential: Credential): void => {
  if (credential.kind === 'installation' && credential.installation.suspended)
    throw new ApiError(403, 'This installation has been suspended')
}
