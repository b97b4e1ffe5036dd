import type { JobKey } from '../domain/run-id.ts'
import type { LogContext } from '../log/create-log.ts'
import type { Entry } from '../store/store.ts'
import { type FeedbackDeps, showJob } from './show-job.ts'

/** What people see of jobs on GitHub: a comment where a job was asked for, and check runs on its commits. */
export interface Feedback {
  /** Does the work of an entry of the feedback queue, and moves or deletes it. */
  show(key: JobKey, entry: Entry): Promise<void>
}

export const createFeedback = (deps: FeedbackDeps & { readonly logContext: LogContext }): Feedback => ({
  show: (key, entry) => deps.logContext.within({ ...key }, () => showJob(deps, key, entry)),
})
