import { ApiError } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Installation, Permissions } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'
import { installedRepositories } from './installed-repositories.ts'

interface TokenScope {
  readonly permissions: Permissions
  readonly repositoryIds: ReadonlySet<number> | null
}

/** The scope of a token that is requested with this body. Never more than the installation's own. */
export const tokenScope = (state: GithubState, installation: Installation, body: Json): TokenScope => ({
  permissions: narrowed(installation.permissions, body.permissions),
  repositoryIds: chosen(state, installation, body),
})

const narrowed = (granted: Permissions, requested: unknown): Permissions => {
  if (typeof requested !== 'object' || requested === null) return granted
  const permissions: Permissions = { metadata: 'read' }
  for (const [name, level] of Object.entries(requested)) {
    if ((level !== 'read' && level !== 'write') || !includes(granted[name], level))
      throw new ApiError(422, 'The permissions requested are not granted to this installation.')
    permissions[name] = level
  }
  return permissions
}

const includes = (granted: string | undefined, level: string): boolean =>
  granted === 'write' || granted === level

const chosen = (state: GithubState, installation: Installation, body: Json): ReadonlySet<number> | null => {
  const { repository_ids: ids, repositories: names } = body
  if (ids === undefined && names === undefined) return null
  const installed = installedRepositories(state, installation)
  const requested = [...(Array.isArray(ids) ? ids : []), ...(Array.isArray(names) ? names : [])]
  const found = requested.map((one) => installed.find(({ id, name }) => id === one || name === one)?.id)
  const repositoryIds = found.filter((id) => id !== undefined)
  if (repositoryIds.length < requested.length)
    throw new ApiError(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    )
  return new Set(repositoryIds)
}
