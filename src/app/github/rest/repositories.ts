import { z } from 'zod'
import { reason } from '../../../contract/reasons.ts'
import { type Github, GithubRefused, type InstalledRepository, type RepositoryRef } from '../github.ts'
import type { Octokits } from './create-probot.ts'
import type { RequestGithub, RestRequest } from './request.ts'

const Repository = z
  .object({
    id: z.int(),
    name: z.string(),
    private: z.boolean(),
    default_branch: z.string(),
    archived: z.boolean(),
    html_url: z.url(),
    owner: z.object({ id: z.int(), login: z.string() }),
  })
  .transform(
    ({ id, name, owner, default_branch: defaultBranch, html_url: url, ...rest }): InstalledRepository => ({
      id,
      owner,
      name,
      private: rest.private,
      archived: rest.archived,
      defaultBranch,
      url,
    }),
  )

const Deliveries = z.array(
  z.object({ event: z.string(), action: z.string().nullable(), repository_id: z.int().nullish() }),
)

export interface Deps {
  readonly ask: RequestGithub
  readonly octokits: Octokits
}

/** A question about a repository, asked as its installation. `{owner}` and `{repo}` of the route are filled in. */
export function about(
  octokits: Octokits,
  { installationId, owner, name }: Omit<RepositoryRef, 'id'>,
  route: string,
  params: Record<string, unknown> = {},
): RestRequest {
  return { as: () => octokits.installation(installationId), route, params: { owner, repo: name, ...params } }
}

export function repositories({
  ask,
  octokits,
}: Deps): Pick<Github, 'listRepositories' | 'readRepository' | 'wasDeleted'> {
  return {
    listRepositories: (installationId) =>
      ask.all(Repository, {
        as: () => octokits.installation(installationId),
        route: 'GET /installation/repositories',
      }),

    async readRepository(repository) {
      const found = await ask.one(Repository, about(octokits, repository, 'GET /repos/{owner}/{repo}'))
      if (found.id === repository.id) return found
      // After a rename the old name may be taken by somebody else.
      const detail = `${repository.owner}/${repository.name} is another repository now`
      throw new GithubRefused(reason('repository-gone', detail))
    },

    // A deleted repository and one that the App may not see both answer 404. The webhooks that GitHub has sent tell them
    // apart, also those that this server has not received yet.
    async wasDeleted(repositoryId) {
      const route = 'GET /app/hook/deliveries'
      const sent = await ask.oneOrNull(Deliveries, { as: octokits.app, route, params: { per_page: 100 } })
      return (sent ?? []).some(
        ({ event, action, repository_id }) =>
          event === 'repository' && action === 'deleted' && repository_id === repositoryId,
      )
    },
  }
}

/**
 * GitHub answers 404 for what does not exist and for what the app may not see. Before the first is believed, the
 * repository itself must answer; else this rejects as `readRepository` does.
 */
export async function absentIn(deps: Deps, repository: RepositoryRef): Promise<null> {
  await repositories(deps).readRepository(repository)
  return null
}
