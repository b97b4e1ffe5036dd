import type { ReasonCode } from '../../contract/reasons.ts'

/** Why a runner is refused. The HTTP layer maps each cause to its status code. */
export type RefusalCause =
  | 'unknown-run'
  | 'run-ended'
  /** No dispatch of the run was recorded, so no runner can belong to it. */
  | 'not-dispatched'
  /** Another runner has claimed the run. */
  | 'claimed-by-another'
  /** The workflow run is not the one that this run belongs to. */
  | 'wrong-workflow-run'
  | 'wrong-secret'
  | 'app-not-installed'
  /** The run does not publish a merge now. */
  | 'not-merging'
  /** An operator holds the project or its account. */
  | 'paused'
  /** This workflow run has registered a job with another request. */
  | 'registered-before'
  /** The texts of the job were deleted, so nothing may be added. */
  | 'texts-deleted'
  /** The saved patches of the project or of its account have used up their quota. */
  | 'patch-quota'
  /** Action and server have no protocol version in common. */
  | 'unsupported-protocol'

export interface RunnerRefusal {
  readonly kind: 'refused'
  readonly why: RefusalCause
  readonly message: string
  /** The action ends its run with this reason. */
  readonly reason?: ReasonCode
}

export const refuse = (why: RefusalCause, message: string): RunnerRefusal => ({
  kind: 'refused',
  why,
  message,
})

export const unknownRun = (run: string): RunnerRefusal => refuse('unknown-run', `there is no run ${run}`)
