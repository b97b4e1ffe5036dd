import type { Reason } from '../../contract/reasons.ts'
import type { RepositoryRef } from './repository.ts'

export type DispatchOutcome =
  /** Accepted. The id is `null` if GitHub does not return it (Enterprise Server without run details). */
  | { readonly kind: 'started'; readonly workflowRunId: number | null; readonly url: string | null }
  /** Fails permanently until a person changes something. */
  | { readonly kind: 'refused'; readonly reason: Reason; readonly status?: number | null }
  /** Not accepted, and nothing has started. Retry at `at` (epoch ms). */
  | { readonly kind: 'later'; readonly at: number; readonly isLimit: boolean; readonly detail: string }
  /** No response: the workflow may have started. */
  | { readonly kind: 'unknown'; readonly detail: string }

export interface WorkflowRun {
  readonly id: number
  readonly url: string
  readonly displayTitle: string
  /** requested, queued, pending, waiting, in_progress, completed. */
  readonly status: string
  /** Set once completed: success, failure, cancelled, timed_out, startup_failure, action_required, … */
  readonly conclusion: string | null
  readonly attempt: number
}

/** A workflow run of the project's own CI. */
export interface CiRun {
  readonly id: number
  /** Path of the workflow file. */
  readonly path: string
  readonly headSha: string
  readonly headBranch: string | null
  /** `null`: the fork was deleted. */
  readonly headRepositoryId: number | null
  readonly conclusion: string | null
  readonly attempt: number
}

/** A check run of another App on a commit of a project. */
export interface CiCheck {
  readonly id: number
  /** Numeric id of the App that made it; `null`: GitHub does not say. */
  readonly appId: number | null
  readonly name: string
  readonly headSha: string
  readonly conclusion: string | null
  /** What the App reports, as Markdown. */
  readonly report: string
}

/** Workflow runs, ours and those of the CI of a project. */
export interface GithubWorkflows {
  dispatchWorkflow(
    repository: RepositoryRef,
    workflow: { file: string; ref: string; run: string },
  ): Promise<DispatchOutcome>
  /** `active`, `disabled_manually`, …; `null`: there is no such workflow. */
  readWorkflowState(repository: RepositoryRef, file: string): Promise<string | null>
  /** The newest run of the workflow whose display title is `title`, created at or after `since`. */
  findWorkflowRun(
    repository: RepositoryRef,
    search: { file: string; title: string; id?: number; since: Date },
  ): Promise<WorkflowRun | null>
  /** `null`: the run does not exist, or was deleted. */
  readWorkflowRun(repository: RepositoryRef, id: number): Promise<WorkflowRun | null>
  /** A workflow run of CI; `null`: it does not exist, or was deleted. */
  readCiRun(repository: RepositoryRef, id: number): Promise<CiRun | null>
  /** A check run of another App; `null`: it does not exist, or was deleted. */
  readCiCheck(repository: RepositoryRef, id: number): Promise<CiCheck | null>
  /** The jobs of its last attempt that failed or ran out of time. */
  listFailedJobs(
    repository: RepositoryRef,
    run: number,
  ): Promise<readonly { readonly id: number; readonly name: string }[]>
  /** The end of the log of a job; `null`: none, or it was deleted. */
  readJobLog(repository: RepositoryRef, job: number): Promise<string | null>
  /** Asks GitHub to end the run. A run that has already ended is not an error. */
  cancelWorkflowRun(repository: RepositoryRef, id: number, how: 'cancel' | 'force-cancel'): Promise<void>
}
