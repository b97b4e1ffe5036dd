import type { JobKey } from '../domain/run-id.ts'
import { type AdvanceDeps, advanceDueJob } from './advance-due-job.ts'

/** Does the due work of a job in the background. */
export interface JobWorker {
  advance(key: JobKey): Promise<void>
}

export const createJobWorker = (deps: AdvanceDeps): JobWorker => ({
  advance: (key) => deps.logContext.within({ ...key }, () => advanceDueJob(deps, key)),
})
