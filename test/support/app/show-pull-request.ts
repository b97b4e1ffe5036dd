import type { JobKey } from '../../../src/app/domain/run-id.ts'
import { applied } from '../../../src/app/domain/run-state-machine.ts'
import { type JobStore, updateJob } from '../../../src/app/job-store/update-job.ts'

/** Records that GitHub shows a pull request of the job. */
export const showPullRequest = (
  deps: JobStore,
  key: JobKey,
  { number = 18, state = 'open' }: { readonly number?: number; readonly state?: 'open' | 'merged' } = {},
) =>
  updateJob(deps, key, (job) => {
    const pullRequest = { number, url: `https://github.com/acme/docs/pull/${number}`, state }
    return { transition: applied({ ...job, pullRequest, branchExists: true }), outcome: null }
  })
