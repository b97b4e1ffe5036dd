import type { Logger } from 'pino'
import type { Limits } from '../../contract/runner-protocol/assignment.ts'
import type { Random } from '../domain/backoff.ts'
import type { ClaimantRules } from '../domain/verify-claimant.ts'
import type { Github } from '../github/github.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { PatchLimits } from '../limits/patch-quota.ts'
import type { LogContext } from '../log/create-log.ts'
import type { Projects } from '../projects/projects.ts'
import type { TokenCipher } from '../records/token-cipher.ts'
import type { JobStore } from '../records/update-job.ts'
import type { Paces } from './github-pacing.ts'

/** What the requests of runners need. */
export interface RunnerWork extends JobStore, ClaimantRules {
  readonly github: Github
  readonly projects: Pick<Projects, 'load' | 'refresh' | 'findMoved'>
  readonly jobs: Pick<Jobs, 'create'>
  readonly tokenCipher: TokenCipher
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
  /** Quotas of saved patches. */
  readonly patchLimits: PatchLimits
  /** US dollars that the models of a project may cost in a day. */
  readonly dailyCostUsd: number
  /** Web URL of GitHub. */
  readonly serverUrl: string
  readonly log: Logger
}

/** What the timers' work on runs needs, from the dispatch to the cleanup. */
export interface RunWork extends JobStore {
  readonly github: Github
  readonly projects: Pick<Projects, 'load' | 'refresh' | 'findMoved'>
  readonly tokenCipher: TokenCipher
  readonly random: Random
  /** US dollars that the models of a project may cost in a day. */
  readonly dailyCostUsd: number
  /** Maximum number of simultaneous runs of a project; the others wait. */
  readonly runsAtOnce: number
  /** How fast an installation starts and ends workflow runs. */
  readonly paces: Paces
  /** How long a run may wait for a runner or an approval. */
  readonly startWithinMs: number
  readonly log: Logger
  readonly logContext: LogContext
}
