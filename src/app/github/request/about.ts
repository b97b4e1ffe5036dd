import type { RepositoryRef } from '../repository.ts'
import type { Octokits } from './create-probot.ts'
import type { RequestGithub, RestRequest } from './request.ts'

export interface Deps {
  readonly ask: RequestGithub
  readonly octokits: Octokits
}

/**
 * A request about a repository, made as its installation. Fills in `{owner}` and `{repo}` of the route. Without the id, only
 * the repository that has the name now is meant.
 */
export function about(
  octokits: Octokits,
  { installationId, owner, name, id }: Omit<RepositoryRef, 'id'> & { readonly id?: number },
  route: string,
  params: Record<string, unknown> = {},
): RestRequest {
  return {
    as: () => octokits.installation(installationId),
    route,
    params: { owner, repo: name, ...params },
    ...(id !== undefined && { repository: { id, owner, name } }),
  }
}
