import type { AgentJob, JobStatus } from '../../contract/job.ts'
import type { Job } from './job.ts'
import { nextRetention, type Retention } from './retention.ts'
import { isEnded } from './run-state-machine.ts'

/** The status that callers see. It follows from the last run and `archivedAt` alone. */
export function statusOf(job: Job): JobStatus {
  if (job.archivedAt !== null) return 'archived'
  if (!isEnded(job.run)) return 'active'
  return job.run.state === 'succeeded' ? 'completed' : 'failed'
}

/** The reason code of a job whose status is `failed`; `null` for any other. */
export const failureOf = (job: Job): string | null =>
  statusOf(job) === 'failed' ? (job.run.reason?.code ?? null) : null

export const viewOf = (job: Job): AgentJob => ({
  id: job.id,
  status: statusOf(job),
  source: { repository: job.repository, ref: job.branchExists ? job.branch : null },
  model: job.model,
  prLink: job.pullRequest?.url ?? null,
  createdAt: new Date(job.createdAt).toISOString(),
  archivedAt: job.archivedAt === null ? null : new Date(job.archivedAt).toISOString(),
})

/** When the job is due next; `null`: never. A settled job is due for its retention only. */
export function dueAtOf(job: Job, retention: Retention): number | null {
  const times = job.cleanups.map((cleanup) => cleanup.dueAt)
  if (job.run.dueAt !== null) times.push(job.run.dueAt)
  return times.length === 0 ? (nextRetention(job, retention)?.at ?? null) : Math.min(...times)
}
