import type { Job } from '../domain/job.ts'
import type { JobKey } from '../domain/run-id.ts'
import type { LogContext } from '../log/create-log.ts'
import type { Entry } from '../store/store.ts'
import { type FeedbackDeps, showJob } from './show-job.ts'
import { readShown } from './shown.ts'

/** What people see of jobs on GitHub: a comment where a job was asked for, and check runs on its commits. */
export interface Feedback {
  /** Does the work of an entry of the feedback queue, and moves or deletes it. */
  show(key: JobKey, entry: Entry): Promise<void>
  /** Web address of the newest check run of a job; `null`: it has none. */
  checkRunUrl(job: Pick<Job, 'id' | 'repository'>): Promise<string | null>
}

export const createFeedback = (deps: FeedbackDeps & { readonly logContext: LogContext }): Feedback => ({
  show: (key, entry) => deps.logContext.within({ ...key }, () => showJob(deps, key, entry)),
  async checkRunUrl({ id: job, repository }) {
    const { shown } = await readShown(deps.store, job)
    const newest = shown.checkRuns.findLast(({ id, isGone }) => id !== null && !isGone)
    return newest === undefined ? null : `${repository}/runs/${newest.id}`
  },
})
