import type { Reason } from '../../contract/reasons.ts'
import type { Usage } from '../../contract/run.ts'
import type { Job, Report, Run, Workflow } from './job.ts'

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
      /** The state that the new time was computed from; a run that has advanced since keeps its own time. */
      readonly expected?: RunPosition
    }
  | { readonly type: 'github-changed' }
  | {
      readonly type: 'claimed'
      readonly secretHash: string
      readonly workflowRunId: number
      readonly url: string
      readonly dueAt: number
    }
  | { readonly type: 'token-revoked' }
  | { readonly type: 'messages-acknowledged'; readonly acknowledged: number }
  | {
      readonly type: 'publishing'
      readonly acknowledged: number
      /** The token that the run had when this one was minted; it is revoked. */
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
      /** True: the runner that claimed it was given nothing. */
      readonly handedNothing?: boolean
    }
  | { readonly type: 'cancelled'; readonly reason: Reason }

/** How far a run was. A process that was held up for long knows it only as it was. */
export type RunPosition = Pick<Run, 'state' | 'attempts'>

/** What is settled when a run is dispatched. */
export interface DispatchPlan {
  /** Which attempt it is. Of two processes that see the run due, one makes it. */
  readonly attempt: number
  readonly workflow: Workflow
  readonly filesSha: string
  readonly base: string
  /** Another working branch than so far: the pull request of the old one was merged or closed. */
  readonly newBranch: string | null
}

/** What GitHub shows of the run's work. A field that is left out stays as the job has it. */
export interface Delivered {
  readonly branchExists?: boolean
  readonly pullRequest?: { readonly number: number; readonly url: string }
  readonly reason?: Reason | null
}

export type Transition =
  /** `ended`: the run that this step ended, which may not be the job's current run any more. */
  | { readonly kind: 'applied'; readonly job: Job; readonly ended: Run | null }
  | { readonly kind: 'ignored'; readonly why: string }
