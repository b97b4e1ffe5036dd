import { type AgentJob, type JobStatus, VISIBLE } from '../../contract/job.ts'
import type { ListedJob, Requester } from '../../contract/list-responses.ts'
import type { Job } from './job.ts'
import type { Origin } from './origin.ts'
import { isEnded } from './run.ts'
import { endedWithQuestion } from './turns.ts'

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

/** The reason code of a job that failed or has a question; `null` for any other. */
export function headerReasonOf(job: Pick<Job, 'run' | 'archivedAt'>): string | null {
  const status = statusOf(job)
  const isSaid = status === 'failed' || (status === 'completed' && endedWithQuestion(job.run))
  return isSaid ? (job.run.reason?.code ?? null) : null
}

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

/** UTF-16 units. */
const TITLE_LENGTH = 100
/** Three ASCII characters: with one character beyond Latin-1, V8 stores a whole record with two bytes per character. */
const CUT = '...'
const BLANKS = /[\s\p{Cc}\p{Z}]+/gu
/** They would reorder the text around a title. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Words that a title shows as they are: most prompts, and ten times faster than the replacements. */
const PLAIN = /^[!-~]+(?: [!-~]+)* ?$/

/** What a list shows of a prompt: its first line with a visible character, in at most 100 characters. */
export function titleOf(prompt: string): string {
  const line = firstLine(prompt)
  const title = PLAIN.test(line) ? line.trimEnd() : line.replace(DIRECTIONS, '').replace(BLANKS, ' ').trim()
  if (title.length <= TITLE_LENGTH) return title
  const cut = title.slice(0, TITLE_LENGTH - CUT.length)
  return `${cut.replace(/[\ud800-\udbff]$/, '').trimEnd()}${CUT}`
}

/** Or the beginning of it, longer than a title. */
function firstLine(prompt: string): string {
  const start = /^[!-~]/.test(prompt) ? 0 : Math.max(0, prompt.search(VISIBLE))
  const line = prompt.slice(start, start + 2 * TITLE_LENGTH)
  const end = line.search(/[\r\n]/)
  return end < 0 ? line : line.slice(0, end)
}

/** How long an unused job is kept. `null`: forever. */
export interface JobRetention {
  /** From its last activity to its archiving. */
  readonly archiveAfterMs: number | null
  /** From its archiving to the deletion of its prompts, events, results and patches. */
  readonly deleteAfterMs: number | null
}

export interface Retention extends JobRetention {
  /** How long audit entries are kept. */
  readonly auditMs: number
}

interface NextRetention {
  readonly action: 'archive' | 'delete'
  readonly at: number
}

/** Its run has ended and no cleanup is pending: only retention is left. */
export const isSettled = (job: Job): boolean => isEnded(job.run) && job.cleanups.length === 0

/** What retention does to the job next, and when; `null`: nothing, or not before other work is done. */
export function nextRetention(
  job: Job,
  { archiveAfterMs, deleteAfterMs }: JobRetention,
): NextRetention | null {
  if (!isSettled(job)) return null
  if (job.archivedAt === null) {
    return archiveAfterMs === null ? null : { action: 'archive', at: job.lastActivityAt + archiveAfterMs }
  }
  if (job.deletedAt !== null || deleteAfterMs === null) return null
  return { action: 'delete', at: job.archivedAt + deleteAfterMs }
}
