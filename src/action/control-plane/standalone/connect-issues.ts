import { connectGithub } from '../../github/connect-github.ts'

export interface IssuesDeps {
  readonly apiUrl: string
  readonly token: string
  readonly owner: string
  readonly name: string
  readonly signal: AbortSignal
}

export interface WorkflowRun {
  readonly id: number
  readonly title: string
  readonly isOver: boolean
  readonly isSkipped: boolean
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

const TIMEOUT_MS = 10_000
/** The newest of a page. */
const MAX_RUNS = 100

/** What the action asks and tells GitHub about issues, pull requests and workflow runs. Rejects if GitHub refuses. */
export function connectIssues({ apiUrl, token, owner, name, signal }: IssuesDeps) {
  const { actions, issues, pulls, reactions, repos } = connectGithub({ apiUrl, token })
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
    async react(comment: number): Promise<void> {
      await reactions.createForIssueComment({ ...common(), comment_id: comment, content: 'eyes' })
    },
    async comment(issue: number, body: string): Promise<number> {
      return (await issues.createComment({ ...common(), issue_number: issue, body })).data.id
    },
    /** Also after the run was stopped. */
    async updateComment(comment: number, body: string): Promise<void> {
      await issues.updateComment({ ...common(null), comment_id: comment, body })
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
      const asked = { ...common(), workflow_id: file, created, per_page: MAX_RUNS }
      const { data } = await actions.listWorkflowRuns(asked)
      return data.workflow_runs.map((run) => ({
        id: run.id,
        title: run.display_title,
        isOver: run.status === 'completed',
        isSkipped: run.conclusion === 'skipped',
        actor: run.actor ?? null,
      }))
    },
    async cancelRun(id: number): Promise<void> {
      await actions.cancelWorkflowRun({ ...common(), run_id: id })
    },
  }
}

export type Issues = ReturnType<typeof connectIssues>

export const hasStatus = (error: unknown, status: number): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === status
