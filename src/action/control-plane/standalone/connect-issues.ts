import { z } from 'zod'
import { type Conversation, fetchConversation } from '../../../conversation/conversation.ts'
import { redirectOf } from '../../../net/without-redirects.ts'
import { connectGithubWithRetries, connectGraphql, readAnswer } from '../../github/connect-github.ts'
import { classifyError, openRetries, type RetryOptions } from '../../github/retries.ts'

// Egress: asks GitHub about issues, and writes comments of the action's own words.

export interface WorkflowRun {
  readonly id: number
  readonly title: string
  readonly isOver: boolean
  readonly isSkipped: boolean
  readonly hasSucceeded: boolean
  /** Name of the event that started it. */
  readonly event: string
  readonly actor: { readonly id: number; readonly login: string } | null
}

export interface PullRequest {
  readonly number: number
  readonly url: string
  readonly isOpen: boolean
  readonly base: string
  readonly branch: string
  /** True: its branch is in the repository itself, and not in a fork. */
  readonly isOwn: boolean
}

/** A comment on an issue or a pull request. */
export interface IssueComment {
  readonly body: string
  readonly url: string
  readonly user: { readonly id: number; readonly login: string; readonly type: string } | null
  /** Number of the issue or pull request. */
  readonly issue: number
  readonly isEdited: boolean
  /** The GitHub App through which its author wrote it; `null`: none. */
  readonly app: string | null
}

const Right = z.object({ permission: z.string(), user: z.object({ id: z.int() }).nullish() })
const Reaction = z.object({ user: z.object({ id: z.int() }).nullish() })
const Created = z.object({ id: z.int() })
const Entry = z.union([
  z.object({ type: z.literal('file'), content: z.string() }),
  z.object({ type: z.enum(['dir', 'symlink', 'submodule']) }),
  z.array(z.unknown()),
])

const RunFields = z.object({
  id: z.int(),
  display_title: z.string(),
  status: z.string().nullable(),
  conclusion: z.string().nullable(),
  event: z.string(),
  actor: z.object({ id: z.int(), login: z.string() }).nullish(),
})
const asRun = (run: z.output<typeof RunFields>): WorkflowRun => ({
  id: run.id,
  title: run.display_title,
  isOver: run.status === 'completed',
  isSkipped: run.conclusion === 'skipped',
  hasSucceeded: run.conclusion === 'success',
  event: run.event,
  actor: run.actor ?? null,
})
const Runs = z.object({ workflow_runs: z.array(RunFields.transform(asRun)) })
const RunWithFile = RunFields.extend({ path: z.string() }).transform(({ path, ...run }) => ({
  ...asRun(run),
  // Of some runs, GitHub adds `@` and the ref.
  file: path.split('@')[0]?.split('/').at(-1) ?? '',
}))

const Pull = z
  .object({
    html_url: z.string(),
    state: z.string(),
    base: z.object({ ref: z.string(), repo: z.object({ id: z.int() }) }),
    /** No repository: the fork was deleted. */
    head: z.object({ ref: z.string(), repo: z.object({ id: z.int() }).nullish() }),
  })
  .transform(({ html_url: url, state, base, head }) => ({
    url,
    isOpen: state === 'open',
    base: base.ref,
    branch: head.ref,
    isOwn: head.repo?.id === base.repo.id,
  }))

const Comment = z
  .object({
    body: z.string().nullish(),
    html_url: z.string(),
    issue_url: z.string(),
    user: z.object({ id: z.int(), login: z.string(), type: z.string() }).nullish(),
    created_at: z.string(),
    updated_at: z.string(),
    performed_via_github_app: z.object({ slug: z.string().nullish() }).nullish(),
  })
  .transform(
    ({ body, user, performed_via_github_app: app, ...given }): IssueComment => ({
      body: body ?? '',
      url: given.html_url,
      user: user ?? null,
      issue: Number(given.issue_url.split('/').at(-1)),
      isEdited: given.updated_at !== given.created_at,
      app: app ? (app.slug ?? '') : null,
    }),
  )

const TIMEOUT_MS = 10_000
const PAGE = 100
/** More comments than people read. Those after them are not looked at. */
const MAX_PAGES = 20
/** GitHub lists no more runs than those of ten pages. */
const MAX_PAGES_OF_RUNS = 10

/** What the action asks and tells GitHub about issues, pull requests and workflow runs. Rejects if GitHub refuses. */
export function connectIssues({
  apiUrl,
  token,
  owner,
  name,
  repositoryId,
  signal,
}: {
  readonly apiUrl: string
  readonly token: string
  readonly owner: string
  readonly name: string
  readonly repositoryId: number | null
  readonly signal: AbortSignal
}) {
  const { actions, issues, pulls, reactions, repos } = connectGithubWithRetries({
    apiUrl,
    token,
    repositoryId,
  })
  const common = (stop: AbortSignal | null = signal) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    return {
      owner,
      repo: name,
      request: { signal: stop === null ? timeout : AbortSignal.any([timeout, stop]) },
    }
  }
  return {
    /** Whether this person, by id and login, has write access now. */
    async mayWrite({ id, login }: { readonly id: number; readonly login: string }): Promise<boolean> {
      const found = await orAbsent(async () =>
        readAnswer(Right, await repos.getCollaboratorPermissionLevel({ ...common(), username: login })),
      )
      // A login may be somebody else's by now. `maintain` is told as write, and `triage` as read.
      return found?.user?.id === id && (found.permission === 'admin' || found.permission === 'write')
    },
    /**
     * Shows that the comment was read. Returns the id of the account that the token stands for, which GitHub tells an
     * installation token nowhere else in its REST API; `null`: it does not say, as in a locked conversation, which takes
     * comments of people with write access, but no reactions.
     */
    async react(comment: number): Promise<number | null | 'deleted'> {
      const reaction = { ...common(), comment_id: comment, content: 'eyes' } as const
      try {
        return readAnswer(Reaction, await reactions.createForIssueComment(reaction)).user?.id ?? null
      } catch (error) {
        if (hasStatus(error, 403)) return null
        if (hasStatus(error, 404)) return 'deleted'
        throw error
      }
    },
    /** What people said on an issue or a pull request; `null`: it does not exist. */
    async readConversation(number: number): Promise<Conversation | null> {
      const ask = connectGraphql(
        { apiUrl, token },
        AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
      )
      return repositoryId === null ? null : fetchConversation(ask, { id: repositoryId, owner, name, number })
    },
    /** `retry`: how a rate limit is waited for. */
    comment: (issue: number, body: string, retry: RetryOptions): Promise<number> =>
      retryRateLimits(retry, async () => {
        const created = await issues.createComment({ ...common(), issue_number: issue, body })
        return readAnswer(Created, created).id
      }),
    /** Also after the run was stopped. `retry`: how a rate limit is waited for; `null`: it is not. */
    updateComment: (comment: number, body: string, retry: RetryOptions | null): Promise<void> =>
      retryRateLimits(retry, async () => {
        await issues.updateComment({ ...common(null), comment_id: comment, body })
      }),
    /** A file of the default branch; `null`: there is none. */
    async readFile(path: string): Promise<string | null> {
      const found = await orAbsent(async () =>
        readAnswer(Entry, await repos.getContent({ ...common(), path })),
      )
      const isFile = found !== null && !Array.isArray(found) && found.type === 'file'
      return isFile ? Buffer.from(found.content, 'base64').toString('utf8') : null
    },
    /** Oldest first. */
    async listComments(issue: number): Promise<IssueComment[]> {
      const found: IssueComment[] = []
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const listed = readAnswer(
          z.array(Comment),
          await issues.listComments({ ...common(), issue_number: issue, per_page: PAGE, page }),
        )
        found.push(...listed)
        if (listed.length < PAGE) break
      }
      return found
    },
    /** `null`: it was deleted. */
    async readComment(comment: number): Promise<IssueComment | null> {
      return orAbsent(async () =>
        readAnswer(Comment, await issues.getComment({ ...common(), comment_id: comment })),
      )
    },
    /** `null`: GitHub no longer has the workflow run. */
    async readRun(id: number): Promise<(WorkflowRun & { readonly file: string }) | null> {
      return orAbsent(async () =>
        readAnswer(RunWithFile, await actions.getWorkflowRun({ ...common(), run_id: id })),
      )
    },
    async readPull(number: number): Promise<PullRequest> {
      return { number, ...readAnswer(Pull, await pulls.get({ ...common(), pull_number: number })) }
    },
    /** Runs of a workflow since a time, the newest first. `file`: its name in `.github/workflows`. */
    async listRuns(file: string, since: Date): Promise<WorkflowRun[]> {
      const created = `>=${since.toISOString().slice(0, 19)}Z`
      const found: WorkflowRun[] = []
      for (let page = 1; page <= MAX_PAGES_OF_RUNS; page += 1) {
        const query = { ...common(), workflow_id: file, created, per_page: PAGE, page }
        const { workflow_runs: runs } = readAnswer(Runs, await actions.listWorkflowRuns(query))
        found.push(...runs)
        if (runs.length < PAGE) break
      }
      return found
    },
    async cancelRun(id: number): Promise<void> {
      await actions.cancelWorkflowRun({ ...common(), run_id: id })
    },
  }
}

/** A request that a rate limit refuses has done nothing, so that it can be sent again. */
async function retryRateLimits<T>(retry: RetryOptions | null, send: () => Promise<T>): Promise<T> {
  const retries = retry === null ? null : openRetries(retry)
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const verdict = classifyError(error, retry?.now() ?? 0)
      if (verdict.kind !== 'rate-limit' || !(await retries?.wait(verdict))) throw error
    }
  }
}

async function orAbsent<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}

export type Issues = ReturnType<typeof connectIssues>

/** What GitHub redirects to another repository is not found in this one. */
export const hasStatus = (error: unknown, status: number): boolean =>
  redirectOf(error) !== null
    ? status === 404
    : typeof error === 'object' && error !== null && 'status' in error && error.status === status
