import type { AgentJob, JobStatus } from '../../contract/job.ts'
import type { ListedJob, Requester } from '../../contract/list-responses.ts'
import type { Job, Origin } from './job.ts'
import { type JobRetention, nextRetention } from './retention.ts'
import { isEnded } from './run-state-machine.ts'

/** The fields of a job of which its view and its entry in lists are made. */
const SHOWN = [
  'id',
  'project',
  'repository',
  'createdAt',
  'archivedAt',
  'title',
  'origin',
  'model',
  'metadata',
  'batch',
  'branch',
  'branchExists',
  'pullRequest',
  'run',
] as const satisfies readonly (keyof Job)[]

type ShownJob = Pick<Job, (typeof SHOWN)[number]>

/** True: callers see no difference. False: they may. */
export const isShownAlike = (before: ShownJob, after: ShownJob): boolean =>
  SHOWN.every((field) => before[field] === after[field])

/** The status that callers see. It follows from the last run and `archivedAt` alone. */
export function statusOf(job: Pick<Job, 'run' | 'archivedAt'>): JobStatus {
  if (job.archivedAt !== null) return 'archived'
  if (!isEnded(job.run)) return 'active'
  return job.run.state === 'succeeded' ? 'completed' : 'failed'
}

/** The reason code of a job whose status is `failed`; `null` for any other. */
export const failureOf = (job: Pick<Job, 'run' | 'archivedAt'>): string | null =>
  statusOf(job) === 'failed' ? (job.run.reason?.code ?? null) : null

export const viewOf = (job: ShownJob): AgentJob => ({
  id: job.id,
  status: statusOf(job),
  source: { repository: job.repository, ref: job.branchExists ? job.branch : null },
  model: job.model,
  prLink: job.pullRequest?.url ?? null,
  createdAt: new Date(job.createdAt).toISOString(),
  archivedAt: job.archivedAt === null ? null : new Date(job.archivedAt).toISOString(),
})

/** The issue that the pull request of the job closes; `null`: none. Its number. */
export const closedIssueOf = ({ origin }: Pick<Job, 'origin'>): number | null =>
  origin.kind === 'github' && !origin.onPullRequest ? origin.issue : null

export function requesterOf(origin: Origin): Requester {
  switch (origin.kind) {
    case 'key':
    case 'watch':
    case 'settings':
      return { kind: origin.kind, id: origin.id, name: origin.name }
    case 'actor':
    case 'github':
      return { kind: 'person', id: String(origin.id), name: origin.login }
  }
}

/** What a list shows of a job beside its view. */
export const listingOf = (job: ShownJob): Omit<ListedJob, keyof AgentJob> => ({
  projectId: job.project,
  title: job.title,
  createdBy: requesterOf(job.origin),
  endedAt: isEnded(job.run) && job.run.endedAt !== null ? new Date(job.run.endedAt).toISOString() : null,
  reason: isEnded(job.run) ? (job.run.reason?.code ?? null) : null,
  ...(job.metadata !== undefined && { metadata: job.metadata }),
  ...(job.batch !== undefined && { batchId: job.batch.id }),
})

/** When the job is due next; `null`: never. A settled job is due for its retention only. */
export function dueAtOf(job: Job, retention: JobRetention): number | null {
  const times = job.cleanups.map((cleanup) => cleanup.dueAt)
  if (job.run.dueAt !== null) times.push(job.run.dueAt)
  return times.length === 0 ? (nextRetention(job, retention)?.at ?? null) : Math.min(...times)
}
