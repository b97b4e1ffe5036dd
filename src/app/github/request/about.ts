import type { RepositoryRef } from '../repository.ts'
import type { Octokits } from './create-probot.ts'
import type { RequestGithub, RestRequest } from './request.ts'

export interface Deps {
  readonly ask: RequestGithub
  readonly octokits: Octokits
}

/** A request about a repository, made as its installation. Fills in `{owner}` and `{repo}` of the route. */
export function about(
  octokits: Octokits,
  { installationId, owner, name }: Omit<RepositoryRef, 'id'>,
  route: string,
  params: Record<string, unknown> = {},
): RestRequest {
  return { as: () => octokits.installation(installationId), route, params: { owner, repo: name, ...params } }
}
