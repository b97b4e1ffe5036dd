import type { Job, Run } from './job.ts'

/** What an event does to a job. */
export type Transition =
  /** `ended`: the run that this transition ended; the job may have a new run already. */
  | { readonly kind: 'applied'; readonly job: Job; readonly ended: Run | null }
  | { readonly kind: 'ignored'; readonly why: string }

export const applied = (job: Job, ended: Run | null = null): Transition => ({ kind: 'applied', job, ended })
export const ignored = (why: string): Transition => ({ kind: 'ignored', why })
export const withRun = (job: Job, run: Partial<Run>): Transition =>
  applied({ ...job, run: { ...job.run, ...run } })
