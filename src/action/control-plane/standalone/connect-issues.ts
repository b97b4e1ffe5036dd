import { redirectOf } from '../../../net/without-redirects.ts'
import { connectGithubWithRetries } from '../../github/connect-github.ts'
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
      const { data } = await repos
        .getCollaboratorPermissionLevel({ ...common(), username: login })
        .catch((error: unknown) => {
          if (hasStatus(error, 404)) return { data: null }
          throw error
        })
      // A login may be somebody else's by now. `maintain` is told as write, and `triage` as read.
      return data?.user?.id === id && (data.permission === 'admin' || data.permission === 'write')
    },
    /**
     * Shows that the comment was read. Returns the id of the account that the token stands for, which GitHub tells an
     * installation token nowhere else in its REST API; `null`: it does not say, as in a locked conversation, which takes
     * comments of people with write access, but no reactions.
     */
    async react(comment: number): Promise<number | null | 'deleted'> {
      const reaction = { ...common(), comment_id: comment, content: 'eyes' } as const
      try {
        return (await reactions.createForIssueComment(reaction)).data.user?.id ?? null
      } catch (error) {
        if (hasStatus(error, 403)) return null
        if (hasStatus(error, 404)) return 'deleted'
        throw error
      }
    },
    /** `retry`: how a rate limit is waited for. */
    comment: (issue: number, body: string, retry: RetryOptions): Promise<number> =>
      retryRateLimits(retry, async () => {
        const { data } = await issues.createComment({ ...common(), issue_number: issue, body })
        return data.id
      }),
    /** Also after the run was stopped. `retry`: how a rate limit is waited for; `null`: it is not. */
    updateComment: (comment: number, body: string, retry: RetryOptions | null): Promise<void> =>
      retryRateLimits(retry, async () => {
        await issues.updateComment({ ...common(null), comment_id: comment, body })
      }),
    /** A file of the default branch; `null`: there is none. */
    async readFile(path: string): Promise<string | null> {
      try {
        const { data } = await repos.getContent({ ...common(), path })
        const isFile = !Array.isArray(data) && data.type === 'file'
        return isFile ? Buffer.from(data.content, 'base64').toString('utf8') : null
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    /** Oldest first. */
    async listComments(issue: number): Promise<IssueComment[]> {
      const found: IssueComment[] = []
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const { data } = await issues.listComments({ ...common(), issue_number: issue, per_page: PAGE, page })
        found.push(...data.map(asComment))
        if (data.length < PAGE) break
      }
      return found
    },
    /** `null`: it was deleted. */
    async readComment(comment: number): Promise<IssueComment | null> {
      try {
        return asComment((await issues.getComment({ ...common(), comment_id: comment })).data)
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    /** `null`: GitHub no longer has the workflow run. */
    async readRun(id: number): Promise<(WorkflowRun & { readonly file: string }) | null> {
      try {
        const { data } = await actions.getWorkflowRun({ ...common(), run_id: id })
        // Of some runs, GitHub adds `@` and the ref.
        return { ...asRun(data), file: data.path.split('@')[0]?.split('/').at(-1) ?? '' }
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    async readPull(number: number): Promise<PullRequest> {
      const { data } = await pulls.get({ ...common(), pull_number: number })
      return {
        number,
        url: data.html_url,
        isOpen: data.state === 'open',
        base: data.base.ref,
        branch: data.head.ref,
        isOwn: data.head.repo?.id === data.base.repo.id,
      }
    },
    /** Runs of a workflow since a time, the newest first. `file`: its name in `.github/workflows`. */
    async listRuns(file: string, since: Date): Promise<WorkflowRun[]> {
      const created = `>=${since.toISOString().slice(0, 19)}Z`
      const found: WorkflowRun[] = []
      for (let page = 1; page <= MAX_PAGES_OF_RUNS; page += 1) {
        const query = { ...common(), workflow_id: file, created, per_page: PAGE, page }
        const { workflow_runs: runs } = (await actions.listWorkflowRuns(query)).data
        found.push(...runs.map(asRun))
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

const asRun = (run: {
  readonly id: number
  readonly display_title: string
  readonly status: string | null
  readonly conclusion: string | null
  readonly event: string
  readonly actor?: WorkflowRun['actor'] | undefined
}): WorkflowRun => ({
  id: run.id,
  title: run.display_title,
  isOver: run.status === 'completed',
  isSkipped: run.conclusion === 'skipped',
  hasSucceeded: run.conclusion === 'success',
  event: run.event,
  actor: run.actor ?? null,
})

const asComment = (given: {
  readonly body?: string | undefined
  readonly html_url: string
  readonly issue_url: string
  readonly user: { readonly id: number; readonly login: string; readonly type: string } | null
  readonly created_at: string
  readonly updated_at: string
  readonly performed_via_github_app?: { readonly slug?: string | undefined } | null | undefined
}): IssueComment => ({
  body: given.body ?? '',
  url: given.html_url,
  user: given.user,
  issue: Number(given.issue_url.split('/').at(-1)),
  isEdited: given.updated_at !== given.created_at,
  app: given.performed_via_github_app ? (given.performed_via_github_app.slug ?? '') : null,
})

export type Issues = ReturnType<typeof connectIssues>

/** What GitHub redirects to another repository is not found in this one. */
export const hasStatus = (error: unknown, status: number): boolean =>
  redirectOf(error) !== null
    ? status === 404
    : typeof error === 'object' && error !== null && 'status' in error && error.status === status
