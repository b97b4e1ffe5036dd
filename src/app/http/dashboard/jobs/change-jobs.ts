import type { Actor } from '../../../audit/actor.ts'
import type { Job } from '../../../domain/job.ts'
import { statusOf } from '../../../domain/job-view.ts'
import type { PersonOrigin } from '../../../domain/origin.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import { isEnded } from '../../../domain/run-state-machine.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { RetryJobOutcome } from '../../../jobs/retry-job.ts'
import type { Project } from '../../../projects/project.ts'
import type { RequestKey } from '../../../records/idempotency.ts'

export type BulkAction = 'stop' | 'retry' | 'archive'

export const BULK_ACTIONS: readonly BulkAction[] = ['stop', 'retry', 'archive']

/** One of several jobs. */
export interface BulkJob {
  readonly project: string
  readonly job: string
  readonly title: string | null
}

/** The result for one of several jobs. */
export type BulkOutcome =
  | { readonly kind: 'done' | 'absent' | 'has-ended' | 'is-archived' | 'no-access' }
  | { readonly kind: 'refused'; readonly outcome: Exclude<RetryJobOutcome, { kind: 'accepted' }> }

/** Whether an action would change the job. Pure. */
export function isChangedBy(action: BulkAction, job: Job): boolean {
  switch (action) {
    case 'stop':
      return job.archivedAt === null && !isEnded(job.run)
    case 'retry':
      return statusOf(job) === 'failed'
    case 'archive':
      return job.archivedAt === null
  }
}

export interface BulkRequest {
  readonly action: BulkAction
  readonly project: Project
  readonly key: JobKey
  readonly by: Actor
  readonly origin: PersonOrigin
  /** For a retry, which starts work. */
  readonly idempotencyKey: RequestKey
}

/** Performs an action of the job page on one job. */
export async function changeJob(
  jobs: Pick<Jobs, 'load' | 'cancel' | 'retry' | 'archive'>,
  { action, project, key, by, origin, idempotencyKey }: BulkRequest,
): Promise<BulkOutcome> {
  const job = await jobs.load(key)
  if (job === null) return { kind: 'absent' }
  switch (action) {
    case 'stop':
      if (isEnded(job.run)) return { kind: 'has-ended' }
      return (await jobs.cancel(key, by))?.run.state === 'cancelled'
        ? { kind: 'done' }
        : { kind: 'has-ended' }
    case 'archive':
      if (job.archivedAt !== null) return { kind: 'is-archived' }
      await jobs.archive(key, by)
      return { kind: 'done' }
    case 'retry': {
      const outcome = await jobs.retry({ project, origin, idempotencyKey, job: key.job })
      return outcome.kind === 'accepted' ? { kind: 'done' } : { kind: 'refused', outcome }
    }
  }
}
