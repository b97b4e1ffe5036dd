import type { Limits } from '../../../../contract/runner-protocol/assignment.ts'
import type { Feedback } from '../../../feedback/feedback.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { PageDeps } from '../frame/page-deps.ts'
import type { StreamJobDeps } from '../timeline/stream-job.ts'
import type { ReadDiffDeps } from './read-diff.ts'

export interface JobDeps extends PageDeps, StreamJobDeps, ReadDiffDeps {
  readonly jobs: Jobs
  readonly feedback: Pick<Feedback, 'checkRunUrl'>
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
}
