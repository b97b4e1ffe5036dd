import type { Reason } from '../../contract/reasons.ts'
import type { Usage } from '../../contract/run.ts'
import type { Job, PullRequestLink } from './job.ts'
import type { BaseMerge, MonthlyBudget, Report, Run, Workflow } from './run.ts'

/** All that can happen to a run; see run-state-machine.ts for the result. */
export type RunEvent =
  | { readonly type: 'dispatching'; readonly plan: DispatchPlan; readonly dueAt: number }
  | {
      readonly type: 'dispatched'
      readonly workflowRunId: number | null
      readonly url: string | null
      readonly dueAt: number
    }
  | { readonly type: 'no-slot'; readonly dueAt: number }
  | {
      readonly type: 'rescheduled'
      readonly dueAt: number
      /** The run that the new time was computed from; one that has advanced or has news since keeps its own time. */
      readonly expected?: RunPosition & Partial<Pick<Run, 'githubChanged'>>
    }
  | { readonly type: 'base-merge'; readonly baseMerge: BaseMerge; readonly dueAt: number }
  /** GitHub did not merge, because the branch has another head. */
  | { readonly type: 'base-moved'; readonly since: number; readonly dueAt: number }
  | {
      readonly type: 'merged-on-github'
      /** The last message of the turn. */
      readonly last: number
      /** The merge commit; `null`: the branch held the base already. */
      readonly headSha: string | null
      readonly delivered: Delivered
    }
  | { readonly type: 'github-changed' }
  | {
      readonly type: 'claimed'
      readonly secretHash: string
      /**
       * The run reads other repositories, which all may read who sent the messages up to `upTo`. Later ones wait.
       * `linked`: what their issues and pull requests are that it gets.
       */
      readonly readsContext?: { readonly upTo: number; readonly linked: readonly string[] }
      /** What else the run reads that nobody with write access wrote. */
      readonly outside?: readonly string[]
      /** The head of the base, if the turn merges it. */
      readonly baseHead?: string | null
      readonly workflowRunId: number
      readonly url: string
      readonly dueAt: number
    }
  | { readonly type: 'token-revoked' }
  | { readonly type: 'messages-acknowledged'; readonly acknowledged: number }
  | {
      readonly type: 'publishing'
      readonly acknowledged: number
      /** The token that the run had when this one was issued; it is revoked. */
      readonly replaces: string | null
      readonly encryptedToken: string
      readonly dueAt: number
    }
  | {
      readonly type: 'reported'
      readonly acknowledged: number
      readonly report: Report
      readonly usage: Usage | null
    }
  | { readonly type: 'confirmed'; readonly delivered: Delivered }
  | {
      readonly type: 'failed'
      readonly reason: Reason
      readonly delivered?: Delivered
      /** The state that the failure was concluded from; a run that has advanced since does not fail by it. */
      readonly expected?: RunPosition
      /** True: the claim failed, so the runner got no assignment. */
      readonly handedNothing?: boolean
    }
  | { readonly type: 'cancelled'; readonly reason: Reason }

/** How far a run was when it was read. It may have advanced since. */
export type RunPosition = Pick<Run, 'state' | 'attempts'>

/** What a dispatch decides for the run. */
export interface DispatchPlan {
  /** Number of the attempt. If two processes see the run due, one of them makes it. */
  readonly attempt: number
  readonly workflow: Workflow
  readonly filesSha: string
  readonly base: string
  readonly budgets?: readonly MonthlyBudget[] | undefined
  /** A new working branch, because the pull request of the old one was merged or closed. */
  readonly newBranch: string | null
}

/** What GitHub shows of the run's work. An omitted field stays as it is in the job. */
export interface Delivered {
  readonly branchExists?: boolean
  readonly pullRequest?: PullRequestLink
  readonly reason?: Reason | null
}

/** What an event does to a job. */
export type Transition =
  /** `ended`: the run that this transition ended; the job may have a new run already. */
  | { readonly kind: 'applied'; readonly job: Job; readonly ended: Run | null }
  | { readonly kind: 'ignored'; readonly why: string }

export const applied = (job: Job, ended: Run | null = null): Transition => ({ kind: 'applied', job, ended })
export const ignored = (why: string): Transition => ({ kind: 'ignored', why })
export const withRun = (job: Job, run: Partial<Run>): Transition =>
  applied({ ...job, run: { ...job.run, ...run } })
