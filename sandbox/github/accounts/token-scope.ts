import type { Installation, Permissions } from '../model.ts'
import { ApiError } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { GithubState } from '../state.ts'
import { installedRepositories } from './installed-repositories.ts'

interface TokenScope {
  readonly permissions: Permissions
  readonly repositoryIds: ReadonlySet<number> | null
}

/** What a token may do that is asked for with this body; never more than the installation itself. */
export const tokenScope = (hub: GithubState, installation: Installation, body: Json): TokenScope => ({
  permissions: narrowed(installation.app.permissions, body.permissions),
  repositoryIds: chosen(hub, installation, body),
})

const narrowed = (granted: Permissions, asked: unknown): Permissions => {
  if (typeof asked !== 'object' || asked === null) return granted
  const permissions: Permissions = { metadata: 'read' }
  for (const [name, level] of Object.entries(asked)) {
    if ((level !== 'read' && level !== 'write') || !includes(granted[name], level))
      throw new ApiError(422, 'The permissions requested are not granted to this installation.')
    permissions[name] = level
  }
  return permissions
}

const includes = (granted: string | undefined, level: string): boolean =>
  granted === 'write' || granted === level

const chosen = (hub: GithubState, installation: Installation, body: Json): ReadonlySet<number> | null => {
  const { repository_ids: ids, repositories: names } = body
  if (ids === undefined && names === undefined) return null
  const installed = installedRepositories(hub, installation)
  const wanted = [...(Array.isArray(ids) ? ids : []), ...(Array.isArray(names) ? names : [])]
  const found = wanted.map((wish) => installed.find(({ id, name }) => id === wish || name === wish)?.id)
  const repositoryIds = found.filter((id) => id !== undefined)
  if (repositoryIds.length < wanted.length)
    throw new ApiError(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    )
  return new Set(repositoryIds)
}
