import { z } from 'zod'
import { reason } from '../../../contract/reasons.ts'
import { GithubRefused } from '../errors.ts'
import type { Github } from '../github.ts'
import type { InstalledRepository, RepositoryRef } from '../repository.ts'
import { about, type Deps, type RestRequest } from '../request/request.ts'

const Repository = z
  .object({
    id: z.int(),
    name: z.string(),
    private: z.boolean(),
    visibility: z.string().optional(),
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
      visibility: rest.visibility,
      archived: rest.archived,
      defaultBranch,
      url,
    }),
  )

const Deliveries = z.array(
  z.object({ event: z.string(), action: z.string().nullable(), repository_id: z.int().nullish() }),
)

const Permission = z.object({
  permission: z.string(),
  role_name: z.string(),
  user: z.object({ id: z.int() }).nullable(),
})

const User = z.object({ login: z.string() })
const Membership = z.object({ role: z.string(), state: z.string() })

export function repositories({
  ask,
}: Deps): Pick<
  Github,
  | 'isOrganizationOwner'
  | 'isTeamMember'
  | 'listRepositories'
  | 'loginOf'
  | 'permissionOf'
  | 'readRepository'
  | 'wasDeleted'
> {
  return {
    listRepositories: (installationId) =>
      ask.all(Repository, {
        as: { kind: 'installation', installationId },
        route: 'GET /installation/repositories',
      }),

    async isOrganizationOwner({ installationId, owner }, login) {
      const question: RestRequest = {
        as: { kind: 'installation', installationId },
        route: 'GET /orgs/{org}/memberships/{username}',
        params: { org: owner, username: login },
      }
      const found = await ask.oneOrNull(Membership, question, [403, 404])
      return found?.role === 'admin' && found.state === 'active'
    },

    async loginOf({ installationId }, personId) {
      const question: RestRequest = {
        as: { kind: 'installation', installationId },
        route: 'GET /user/{account_id}',
        params: { account_id: personId },
      }
      const found = await ask.oneOrNull(User, question)
      return found?.login ?? null
    },

    async isTeamMember({ installationId, owner }, team, login) {
      const question: RestRequest = {
        as: { kind: 'installation', installationId },
        route: 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
        params: { org: owner, team_slug: team, username: login },
      }
      // An invitation that nobody has accepted is pending.
      return (await ask.oneOrNull(Membership, question, [403, 404]))?.state === 'active'
    },

    async permissionOf(repository, login) {
      const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
      const found = await ask.oneOrNull(Permission, about(repository, route, { username: login }))
      if (found === null || found.user === null) return null
      return { userId: found.user.id, permission: found.permission, roleName: found.role_name }
    },

    async readRepository(repository) {
      const found = await ask.one(Repository, about(repository, 'GET /repos/{owner}/{repo}'))
      if (found.id === repository.id) return found
      // After a rename, another repository may have taken the old name.
      const detail = `${repository.owner}/${repository.name} is now another repository`
      throw new GithubRefused(reason('repository-gone', detail))
    },

    // GitHub responds with 404 both for a deleted repository and for one that the App may not see. The list of sent
    // webhooks distinguishes them, and includes those that this server has not received yet.
    async wasDeleted(repositoryId) {
      const route = 'GET /app/hook/deliveries'
      const sent = await ask.oneOrNull(Deliveries, { as: { kind: 'app' }, route, params: { per_page: 100 } })
      return (sent ?? []).some(
        ({ event, action, repository_id }) =>
          event === 'repository' && action === 'deleted' && repository_id === repositoryId,
      )
    },
  }
}

/**
 * GitHub responds with 404 both if something does not exist and if the App may not see it. To be sure of the first,
 * this reads the repository itself, and rejects as `readRepository` does.
 */
export async function absentIn(deps: Deps, repository: RepositoryRef): Promise<null> {
  await repositories(deps).readRepository(repository)
  return null
}
