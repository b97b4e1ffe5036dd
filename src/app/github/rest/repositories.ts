import { z } from 'zod'
import { reason } from '../../../contract/reasons.ts'
import { GithubRefused } from '../errors.ts'
import type { Github } from '../github.ts'
import type { ChangedFile, InstalledRepository, RepositoryRef } from '../repository.ts'
import { classifyWrite } from '../request/classify-error.ts'
import { about, type GithubClient, type RestRequest } from '../request/request.ts'

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
}: GithubClient): Pick<
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
      // An invitation that nobody has accepted is pending. A 403 is no answer: the App may not read the members.
      return (await ask.oneOrNull(Membership, question))?.state === 'active'
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
export async function absentIn(deps: GithubClient, repository: RepositoryRef): Promise<null> {
  await repositories(deps).readRepository(repository)
  return null
}

const Ref = z.object({ object: z.object({ sha: z.string() }) })
const Protection = z.object({ protected: z.boolean() })
/** https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch */
const BranchRule = z.object({
  type: z.string(),
  parameters: z.object({ required_approving_review_count: z.int().optional() }).nullish(),
})
/** As GitHub lists the files of pull requests and of comparisons. */
export const File = z
  .object({
    filename: z.string(),
    previous_filename: z.string().nullish(),
    status: z.string(),
    patch: z.string().nullish(),
  })
  .transform(
    ({ filename: path, previous_filename: previous, status, patch }): ChangedFile => ({
      path,
      previousPath: previous ?? null,
      status,
      patch: patch ?? null,
    }),
  )

const Comparison = z.object({ status: z.enum(['ahead', 'behind', 'diverged', 'identical']) })

/** Head of a branch; `null` if the branch does not exist. GitHub responds with 409 for an empty repository. */
export async function readHead(
  { ask }: GithubClient,
  repository: RepositoryRef,
  branch: string,
): Promise<string | null> {
  const route = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
  const question = about(repository, route, { ref: `heads/${branch}` })
  const found = await ask.oneOrNull(Ref, question, [404, 409])
  return found === null ? null : found.object.sha
}

const Branch = z.object({ name: z.string() })
const Tree = z.object({
  tree: z.array(z.object({ path: z.string(), mode: z.string() })),
  truncated: z.boolean(),
})
const FILE_MODES: ReadonlySet<string> = new Set(['100644', '100755'])
const ComparedFiles = z.object({ files: z.array(File).default([]) })

/** Whether people with write access, who do not bypass the rule, need the approval of somebody else. */
const demandsReview = ({ type, parameters }: z.infer<typeof BranchRule>): boolean =>
  type === 'update' || (type === 'pull_request' && (parameters?.required_approving_review_count ?? 0) > 0)

export function branches(
  deps: GithubClient & { readonly now: () => number },
): Pick<
  Github,
  | 'readBranchHead'
  | 'isProtected'
  | 'deleteBranch'
  | 'contains'
  | 'listBranches'
  | 'listFiles'
  | 'compareBranches'
> {
  const { ask, now } = deps
  return {
    async readBranchHead(repository, branch) {
      return (await readHead(deps, repository, branch)) ?? absentIn(deps, repository)
    },

    async listBranches(repository) {
      const route = 'GET /repos/{owner}/{repo}/branches'
      const found = await ask.one(z.array(Branch), about(repository, route, { per_page: 100 }))
      return found.map(({ name }) => name)
    },

    async listFiles(repository, commit) {
      const route = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
      const question = about(repository, route, { tree_sha: commit, recursive: '1' })
      const { tree, truncated } = await ask.one(Tree, question)
      const paths = tree.flatMap(({ path, mode }) => (FILE_MODES.has(mode) ? [path] : []))
      return { paths, isComplete: !truncated }
    },

    async compareBranches(repository, base, head) {
      const route = 'GET /repos/{owner}/{repo}/compare/{basehead}'
      const params = { basehead: `${base}...${head}`, per_page: 1 }
      const found = await ask.oneOrNull(ComparedFiles, about(repository, route, params))
      return found === null ? absentIn(deps, repository) : found.files
    },

    async isProtected(repository, branch) {
      const route = 'GET /repos/{owner}/{repo}/branches/{branch}'
      const found = await ask.oneOrNull(Protection, about(repository, route, { branch }))
      if (found?.protected !== true) return false
      const params = { branch, per_page: 100 }
      const ofBranch = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'
      // An Enterprise Server without rulesets responds with 404.
      const rules = await ask.oneOrNull(z.array(BranchRule), about(repository, ofBranch, params))
      // Without a ruleset it is a branch protection. What that demands, GitHub shows to administrators only.
      return rules === null || rules.length === 0 || rules.some(demandsReview)
    },

    // Not with `send`: a job waits for it, and it is no content.
    async deleteBranch(repository, branch) {
      const route = 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'
      const told = await ask.raw(about(repository, route, { ref: `heads/${branch}` }))
      return told.kind === 'failed' ? classifyWrite(told.failure, now()) : { kind: 'sent' }
    },

    async contains(repository, commit, head) {
      if (commit === head) return true
      const route = 'GET /repos/{owner}/{repo}/compare/{basehead}'
      const params = { basehead: `${commit}...${head}`, per_page: 1 }
      // 404 also stands for two commits without a common ancestor.
      const compared = await ask.oneOrNull(Comparison, about(repository, route, params))
      if (compared !== null) return compared.status === 'ahead' || compared.status === 'identical'
      await absentIn(deps, repository)
      return false
    },
  }
}
