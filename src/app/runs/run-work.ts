import type { Limits } from '../../contract/runner-protocol/assignment.ts'
import type { ClaimantRules } from '../domain/verify-claimant.ts'
import type { JobStore } from '../job-store/update-job.ts'
import type { WorkStore } from '../jobs/admit-request.ts'
import type { PatchLimits } from '../limits/patch-quota.ts'
import type { LogContext } from '../log/create-log.ts'
import type { ProjectWork } from '../projects/project.ts'
import type { TokenCipher } from '../store/token-cipher.ts'
import type { Paces } from './github-pacing.ts'

/** What the requests of runners need. */
export interface RunnerWork extends WorkStore, ProjectWork, ClaimantRules {
  readonly tokenCipher: TokenCipher
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
  /** Quotas of saved patches. */
  readonly patchLimits: PatchLimits
}

/** What the timers' work on runs needs, from the dispatch to the cleanup. */
export interface RunWork extends JobStore, ProjectWork {
  readonly tokenCipher: TokenCipher
  /** US dollars that the models of a project may cost in a day. */
  readonly dailyCostUsd: number
  /** Maximum number of simultaneous runs of a project; the others wait. */
  readonly runsAtOnce: number
  /** How fast an installation starts and ends workflow runs. */
  readonly paces: Paces
  /** How long a run may wait for a runner or an approval. */
  readonly startWithinMs: number
  readonly logContext: LogContext
}
