import type { Jobs } from '../../../jobs/jobs.ts'
import type { PageDeps } from '../frame/page-deps.ts'
import type { GithubReads } from '../lookup/github-reads.ts'

export interface JobsPagesDeps extends PageDeps {
  readonly jobs: Jobs
  readonly reads: Pick<GithubReads, 'branches'>
  /** Whether the action can call a model of this name. */
  readonly isModel: (name: string) => boolean
  /** The model of projects whose settings name none. */
  readonly defaultModel: string
}
