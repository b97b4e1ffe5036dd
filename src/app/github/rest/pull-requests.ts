import { z } from 'zod'
import type { Github } from '../github.ts'
import type {
  BranchUpdate,
  CheckAttempt,
  CheckRunFields,
  PullCommit,
  PullRequest,
  PullReview,
} from '../pull-request.ts'
import { classifyWrite, type ParsedError } from '../request/classify-error.ts'
import { about, type GithubClient } from '../request/request.ts'
import type { CiCheck } from '../workflow-run.ts'
import { absentIn, File } from './repositories.ts'

/** For an author whose account was deleted. No account has this id. */
const NOBODY = 0

function timeOf<Name extends string>(name: Name, text: string | null | undefined): { [K in Name]?: number } {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? {} : ({ [name]: at } as { [K in Name]?: number })
}

const Pull = z
  .object({
    number: z.int(),
    html_url: z.url(),
    state: z.enum(['open', 'closed']),
    created_at: z.string().optional(),
    closed_at: z.string().nullish(),
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
      created_at,
      closed_at,
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
      ...timeOf('openedAt', created_at),
      ...timeOf('endedAt', merged_at ?? closed_at),
      ...(mergeable !== undefined && { mergeable }),
    }),
  )

/** The committer of the commits that GitHub makes and signs. Nobody else can sign in its name. */
const GITHUB = { login: 'web-flow', email: 'noreply@github.com' }

const Commit = z
  .object({
    sha: z.string(),
    parents: z.array(z.unknown()),
    author: z.looseObject({ type: z.string().optional() }).nullish(),
    committer: z.looseObject({ login: z.string().optional() }).nullish(),
    commit: z.object({
      committer: z.looseObject({ email: z.string().optional() }).nullish(),
      verification: z.looseObject({ verified: z.boolean() }).optional(),
    }),
  })
  .transform(
    ({ sha, parents, author, committer, commit }): PullCommit => ({
      sha,
      parents: parents.length,
      isMadeByGithub:
        commit.verification?.verified === true &&
        (committer?.login === GITHUB.login || commit.committer?.email === GITHUB.email),
      isOfBot: author?.type === 'Bot',
    }),
  )

/** `null`: not submitted yet. */
const Review = z
  .object({
    user: z.object({ id: z.int(), login: z.string(), type: z.string().optional() }).nullish(),
    state: z.string(),
    commit_id: z.string().nullish(),
    submitted_at: z.string().nullish(),
  })
  .transform(({ user, state, commit_id, submitted_at }): PullReview | null => {
    const at = Date.parse(submitted_at ?? '')
    if (Number.isNaN(at)) return null
    const author = user?.type === 'User' ? { id: user.id, login: user.login } : null
    return { author, state: state.toLowerCase(), sha: commit_id ?? null, at }
  })

const areHundred = ({ length }: readonly unknown[]): boolean => length >= 100

type PullRequestCalls = Pick<
  Github,
  | 'readPullRequest'
  | 'listPullCommits'
  | 'listPullRequestsOf'
  | 'updateBranch'
  | 'listChangedFiles'
  | 'findPullRequest'
  | 'listPullRequestsInto'
  | 'listReviews'
  | 'listOpenPullRequests'
  | 'listClosedPullRequestsInto'
  | 'addAssignees'
  | 'addLabels'
  | 'requestReviewers'
>

export function pullRequests(deps: GithubClient & { readonly now: () => number }): PullRequestCalls {
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

    listPullCommits: (repository, number) =>
      ask.all(
        Commit,
        about(repository, 'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits', { pull_number: number }),
      ),

    listPullRequestsOf: (repository, sha) =>
      ask.oneOrNull(
        z.array(Pull),
        about(repository, 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', {
          ...{ commit_sha: sha, per_page: 100 },
        }),
        [404, 422],
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
      // GitHub's filter also matches forks of the same owner.
      return pulls.find(({ headRepositoryId }) => headRepositoryId === repository.id) ?? null
    },

    listPullRequestsInto: (repository, base) =>
      ask.all(
        Pull,
        about(repository, 'GET /repos/{owner}/{repo}/pulls', { base, state: 'open' }),
        areHundred,
      ),

    async listReviews(repository, number) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews'
      const reviews = await ask.all(Review, about(repository, route, { pull_number: number }))
      return reviews.filter((review) => review !== null)
    },

    listOpenPullRequests: (repository) =>
      ask.all(Pull, about(repository, 'GET /repos/{owner}/{repo}/pulls', { state: 'open' })),

    listClosedPullRequestsInto: (repository, base) =>
      ask.all(
        Pull,
        about(repository, 'GET /repos/{owner}/{repo}/pulls', {
          ...{ base, state: 'closed', sort: 'updated', direction: 'desc' },
        }),
        areHundred,
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
  const { status } = failure
  if (status !== 422 || /workflow/i.test(detail)) return { kind: 'refused', detail, status }
  return { kind: /expected.head|head sha/i.test(detail) ? 'moved' : 'conflict' }
}

/** GitHub lists the check runs of all apps, and external ids are theirs: ours are long and random. */
const CheckRuns = z.object({
  check_runs: z.array(z.object({ id: z.int(), external_id: z.string().nullable() })),
})

const CheckRun = z
  .object({
    id: z.int(),
    name: z.string(),
    head_sha: z.string(),
    conclusion: z.string().nullable(),
    app: z.object({ id: z.int() }).nullable(),
    output: z
      .object({ title: z.string().nullable(), summary: z.string().nullable(), text: z.string().nullable() })
      .partial(),
  })
  .transform(
    ({ id, name, head_sha: headSha, conclusion, app, output: { title, summary, text } }): CiCheck => ({
      ...{ id, name, headSha, conclusion, appId: app?.id ?? null },
      report: [title, summary, text].filter((part) => part != null && part !== '').join('\n\n'),
    }),
  )

const Attempt = z
  .object({
    id: z.int(),
    name: z.string(),
    conclusion: z.string().nullable(),
    app: z.object({ id: z.int(), slug: z.string().optional() }).nullable(),
  })
  .transform(
    ({ id, name, conclusion, app }): CheckAttempt => ({
      ...{ id, name, conclusion },
      app: app === null ? null : { id: app.id, slug: app.slug ?? null },
    }),
  )

const Attempts = z.object({ check_runs: z.array(Attempt) })
const MAX_ATTEMPT_PAGES = 5

type CheckCalls = Pick<
  Github,
  'createCheckRun' | 'updateCheckRun' | 'findCheckRun' | 'readCiCheck' | 'listCheckAttempts'
>

export function checkRuns({ ask }: GithubClient): CheckCalls {
  return {
    createCheckRun: (repository, { name, headSha, externalId, ...fields }) =>
      ask.write(
        about(repository, 'POST /repos/{owner}/{repo}/check-runs', {
          name,
          head_sha: headSha,
          external_id: externalId,
          ...toBody(fields),
        }),
      ),

    updateCheckRun: (repository, id, fields) =>
      ask.write(
        about(repository, 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
          check_run_id: id,
          ...toBody(fields),
        }),
      ),

    readCiCheck: (repository, id) =>
      ask.oneOrNull(
        CheckRun,
        about(repository, 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}', {
          check_run_id: id,
        }),
      ),

    async listCheckAttempts(repository, sha) {
      const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
      const pages: (readonly CheckAttempt[])[] = []
      for (let page = 1; page <= MAX_ATTEMPT_PAGES; page++) {
        const params = { ref: sha, filter: 'all', per_page: 100, page }
        const listed = await ask.oneOrNull(Attempts, about(repository, route, params), [404, 422])
        if (listed === null) return null
        pages.push(listed.check_runs)
        if (listed.check_runs.length < 100) break
      }
      return pages.flat()
    },

    async findCheckRun(repository, { name, headSha, externalId }) {
      const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
      const params = { ref: headSha, check_name: name, filter: 'all', per_page: 100 }
      const listed = await ask.oneOrNull(CheckRuns, about(repository, route, params), [404, 422])
      return listed?.check_runs.find(({ external_id }) => external_id === externalId)?.id ?? null
    },
  }
}

const toBody = ({ conclusion, title, summary, annotations, buttons, detailsUrl }: CheckRunFields) => ({
  ...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
  ...(detailsUrl !== null && { details_url: detailsUrl }),
  output: {
    title,
    summary,
    ...(annotations.length > 0 && {
      annotations: annotations.map(({ path, line, ...texts }) => ({
        ...texts,
        path,
        start_line: line,
        end_line: line,
        annotation_level: 'failure',
      })),
    }),
  },
  actions: buttons,
})
