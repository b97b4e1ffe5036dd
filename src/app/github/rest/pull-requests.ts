import { z } from 'zod'
import type { Github } from '../github.ts'
import type { BranchUpdate, PullRequest } from '../pull-request.ts'
import type { ChangedFile } from '../repository.ts'
import { classifyWrite, type ParsedError } from '../request/classify-error.ts'
import { about, type Deps } from '../request/request.ts'
import { absentIn } from './repositories.ts'

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
    mergeable: z.boolean().nullable().optional(),
  })
  .transform(
    ({
      number,
      html_url: url,
      state,
      merged_at,
      draft = false,
      user,
      head,
      base,
      mergeable,
    }): PullRequest => ({
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
      ...(mergeable !== undefined && { mergeable }),
    }),
  )

type PullRequestCalls = Pick<
  Github,
  | 'readPullRequest'
  | 'updateBranch'
  | 'listChangedFiles'
  | 'findPullRequest'
  | 'listPullRequestsInto'
  | 'addAssignees'
  | 'addLabels'
  | 'requestReviewers'
>

export function pullRequests(deps: Deps & { readonly now: () => number }): PullRequestCalls {
  const { ask, now } = deps
  return {
    async readPullRequest(repository, number) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
      const pull = await ask.oneOrNull(Pull, about(repository, route, { pull_number: number }))
      return pull ?? absentIn(deps, repository)
    },

    async updateBranch(repository, { number, expectedHead }) {
      const route = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch'
      const params = { pull_number: number, expected_head_sha: expectedHead }
      const told = await ask.raw(about(repository, route, params))
      return told.kind === 'answered' ? { kind: 'accepted' } : refusalOf(told.failure, now())
    },

    listChangedFiles: (repository, number) =>
      ask.all(
        File,
        about(repository, 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
          pull_number: number,
        }),
      ),

    async findPullRequest(repository, branch) {
      const pulls = await ask.one(
        z.array(Pull),
        about(repository, 'GET /repos/{owner}/{repo}/pulls', {
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

    listPullRequestsInto: (repository, base) =>
      ask.one(
        z.array(Pull),
        about(repository, 'GET /repos/{owner}/{repo}/pulls', {
          ...{ base, state: 'open', per_page: 100 },
        }),
      ),

    addAssignees: (repository, pullRequest, assignees) =>
      ask.send(
        about(repository, 'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees', {
          issue_number: pullRequest,
          assignees,
        }),
      ),

    addLabels: (repository, pullRequest, labels) =>
      ask.send(
        about(repository, 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
          issue_number: pullRequest,
          labels,
        }),
      ),

    requestReviewers: (repository, pullRequest, { people, teams }) =>
      ask.send(
        about(repository, 'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
          pull_number: pullRequest,
          ...(people.length > 0 && { reviewers: people }),
          ...(teams.length > 0 && { team_reviewers: teams }),
        }),
      ),
  }
}

/**
 * 422 stands for each reason why the branches are not merged, told apart by its message only. One that is not known may be a
 * conflict: the runner finds out.
 */
function refusalOf(failure: ParsedError, now: number): BranchUpdate {
  const { detail } = classifyWrite(failure, now)
  if (failure.status !== 422 || /workflow/i.test(detail)) return { kind: 'refused', detail }
  return { kind: /expected.head|head sha/i.test(detail) ? 'moved' : 'conflict' }
}

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
