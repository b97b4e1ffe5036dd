import { z } from 'zod'
import type { Github, PullRequest } from '../github.ts'
import { File } from './changed-file.ts'
import { about, absentIn, type Deps } from './repositories.ts'

/** For an author whose account was deleted. No account has this id. */
const NOBODY = 0

const Pull = z
  .object({
    number: z.int(),
    html_url: z.url(),
    state: z.enum(['open', 'closed']),
    merged_at: z.string().nullable(),
    draft: z.boolean().optional(),
    user: z.object({ id: z.int() }).nullable(),
    /** No repository: the fork was deleted. */
    head: z.object({ ref: z.string(), sha: z.string(), repo: z.object({ id: z.int() }).nullable() }),
    base: z.object({ ref: z.string(), repo: z.object({ id: z.int() }) }),
  })
  .transform(
    ({ number, html_url: url, state, merged_at, draft = false, user, head, base }): PullRequest => ({
      number,
      url,
      state,
      merged: merged_at !== null,
      draft,
      headRepositoryId: head.repo?.id ?? null,
      headBranch: head.ref,
      headSha: head.sha,
      baseRepositoryId: base.repo.id,
      baseBranch: base.ref,
      authorId: user?.id ?? NOBODY,
    }),
  )

type PullRequestCalls = Pick<
  Github,
  | 'readPullRequest'
  | 'listChangedFiles'
  | 'findPullRequest'
  | 'addAssignees'
  | 'addLabels'
  | 'requestReviewers'
>

export function pullRequests(deps: Deps): PullRequestCalls {
  const { ask, octokits } = deps
  return {
    async readPullRequest(repository, number) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
      const pull = await ask.oneOrNull(Pull, about(octokits, repository, route, { pull_number: number }))
      return pull ?? absentIn(deps, repository)
    },

    listChangedFiles: (repository, number) =>
      ask.all(
        File,
        about(octokits, repository, 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
          pull_number: number,
        }),
      ),

    async findPullRequest(repository, branch) {
      const pulls = await ask.one(
        z.array(Pull),
        about(octokits, repository, 'GET /repos/{owner}/{repo}/pulls', {
          head: `${repository.owner}:${branch}`,
          state: 'all',
          sort: 'created',
          direction: 'desc',
          per_page: 30,
        }),
      )
      // Forks of the same owner match GitHub's filter, too.
      return pulls.find(({ headRepositoryId }) => headRepositoryId === repository.id) ?? null
    },

    addAssignees: (repository, pullRequest, assignees) =>
      ask.send(
        about(octokits, repository, 'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees', {
          issue_number: pullRequest,
          assignees,
        }),
      ),

    addLabels: (repository, pullRequest, labels) =>
      ask.send(
        about(octokits, repository, 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
          issue_number: pullRequest,
          labels,
        }),
      ),

    requestReviewers: (repository, pullRequest, { people, teams }) =>
      ask.send(
        about(octokits, repository, 'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
          pull_number: pullRequest,
          ...(people.length > 0 && { reviewers: people }),
          ...(teams.length > 0 && { team_reviewers: teams }),
        }),
      ),
  }
}
