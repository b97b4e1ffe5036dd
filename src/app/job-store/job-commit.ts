import { z } from 'zod'
import type { JobStatus } from '../../contract/job.ts'
import type { Job } from '../domain/job.ts'
import {
  dueAtOf,
  headerReasonOf,
  isSettled,
  isShownAlike,
  type JobRetention,
  listingOf,
  statusOf,
  viewOf,
} from '../domain/job-view.ts'
import { isEnded, type Run } from '../domain/run.ts'
import { type JobKey, runId } from '../domain/run-id.ts'
import { isParked } from '../domain/turns.ts'
import { listPlace, time } from '../store/keys.ts'
import { type Commit, RecordUnreadable, type Store, type Write } from '../store/store.ts'
import { jobKeys } from './job-record.ts'
import { runKeys } from './run-history.ts'

export const feedbackKeys = {
  /** Jobs whose comment or check run may be out of date. */
  show: (k: JobKey, at: number) => `feedback/${time(at)}/show/${k.project}/${k.job}`,
  /** Jobs whose pull request was closed or reopened. */
  followPullRequest: (k: JobKey, at: number) => `feedback/${time(at)}/pull-request/${k.project}/${k.job}`,
  queue: () => 'feedback/' as const,
  /** What people see of a job on GitHub. */
  shown: (job: string) => `shown/${job}`,
}

/** Where GitHub is asked what became of pull requests. */
export const outcomeQueueKeys = {
  /** Jobs whose pull requests may have ended, or were reopened. */
  look: (k: JobKey, at: number) => `outcome-due/${time(at)}/look/${k.project}/${k.job}`,
  /** A revert of a commit or a pull request. */
  revert: (project: string, id: string, at: number) => `outcome-due/${time(at)}/revert/${project}/${id}`,
  queue: () => 'outcome-due/' as const,
}

export const otherReviewerKeys = {
  /** A pull request whose reviews, head or prompts may have changed; the number stands where other queues have the job. */
  pull: (project: string, number: number, at: number) =>
    `other-reviewer/${time(at)}/pull/${project}/${number}`,
  /** Checks every open pull request of a project again. */
  openPulls: (project: string, at: number) => `other-reviewer/${time(at)}/open-pulls/${project}`,
  queue: () => 'other-reviewer/' as const,
}

export const slotKeys = {
  /** Held by a run from its dispatch to its end. */
  held: (project: string, run: string) => `slot/${project}/${run}`,
  heldOf: (project: string) => `slot/${project}/` as const,
  /** Incremented by every run that takes a slot. */
  lock: (project: string) => `lock/slots/${project}`,
  /** Runs that wait for a slot, longest wait first. */
  waiting: (k: JobKey, queuedAt: number) => `waiting/${k.project}/${time(queuedAt)}/${k.job}`,
  waitingOf: (project: string) => `waiting/${project}/` as const,
}

export const jobQueueKeys = {
  due: (k: JobKey, at: number) => `due/${time(at)}/job/${k.project}/${k.job}`,
  dueQueue: () => 'due/' as const,
  /**
   * Jobs without work, by the time of their archiving or deletion. A separate queue, so that new work never waits
   * behind them.
   */
  retention: (k: JobKey, at: number) => `retention/${time(at)}/job/${k.project}/${k.job}`,
  retentionQueue: () => 'retention/' as const,
}

export const jobListKeys = {
  /**
   * Newest first, separately for each status, so that a few failed jobs are found quickly among many completed ones.
   */
  entry: (k: JobKey, status: JobStatus, createdAt: number) =>
    `by/${k.project}/${status}/${listPlace(createdAt, k.job)}`,
  of: (project: string, status: JobStatus) => `by/${project}/${status}/` as const,
  /** All jobs of an account, newest first. Contains the job as lists return it. */
  ofAccount: (accountId: number, place: string) => `account-job/${accountId}/${place}`,
  allOf: (accountId: number) => `account-job/${accountId}/` as const,
}

/** The response to get: the reason of a job that failed or has a question, for the header, and the exact body. */
interface StoredView {
  readonly reason: string | null
  readonly body: string
}

const viewJson = (job: Job): string => JSON.stringify(viewOf(job))

/** The reason on the first line, then the body exactly as the server sends it. */
const writeView = (job: Job, view: string): string => `${headerReasonOf(job) ?? ''}\n${view}`

export function readView(stored: string): StoredView {
  const cut = stored.indexOf('\n')
  if (cut < 0 || stored[cut + 1] !== '{' || !stored.endsWith('}'))
    throw new RecordUnreadable('the stored view of this job is damaged: restore it from a backup')
  const reason = stored.slice(0, cut)
  return { reason: reason === '' ? null : reason, body: stored.slice(cut + 1) }
}

/** Its entry in the list of its project. */
const listEntryOf = (job: Job): string =>
  jobListKeys.entry({ project: job.project, job: job.id }, statusOf(job), job.createdAt)

/** Its entry in the list of its account, which holds the job as lists return it. */
const accountEntryOf = ({ accountId, createdAt, id }: Job): string | null =>
  accountId === null ? null : jobListKeys.ofAccount(accountId, listPlace(createdAt, id))

/** A job as lists return it. Its view is there already, and is not made again. */
export const listedJob = (job: Job, view = viewJson(job)): string =>
  `${view.slice(0, -1)},${JSON.stringify(listingOf(job)).slice(1)}`

/** Its entry in the due or retention queue. */
export const dueEntryOf = (job: Job): string | null => {
  if (job.dueAt === null) return null
  return (isSettled(job) ? jobQueueKeys.retention : jobQueueKeys.due)(
    { project: job.project, job: job.id },
    job.dueAt,
  )
}

/** Values of the entries in the due queue, so that open work is counted without reading the jobs. */
export const WORK_STATES = [
  'queued',
  'parked',
  'waiting',
  'dispatching',
  'dispatched',
  'running',
  'publishing',
  'delivered',
  'cleanup',
] as const

/** `parked`: for the quota of its model; `waiting`: for a slot of its project; `cleanup`: its run has ended here, but not yet on GitHub. */
const workState = (job: Job): string => {
  if (isParked(job.run)) return JSON.stringify('parked')
  if (!isEnded(job.run)) return JSON.stringify(job.run.waiting ? 'waiting' : job.run.state)
  return isSettled(job) ? '' : JSON.stringify('cleanup')
}

/** The slot that the job holds, if it holds one. */
export function slotEntryOf(job: Job): string | null {
  if (job.run.workflow === null || isEnded(job.run)) return null
  return slotKeys.held(job.project, runId({ project: job.project, job: job.id, run: job.run.number }))
}

/** Its entry in the queue for a slot, if it waits for one. */
export const waitingEntryOf = (job: Job): string | null =>
  job.run.waiting ? slotKeys.waiting({ project: job.project, job: job.id }, job.run.queuedAt) : null

interface Index {
  readonly keyOf: (job: Job) => string | null
  /** `view`: of the job. */
  readonly contentOf: (job: Job, view: () => string) => string
  /** The content is alike if callers see no difference. */
  readonly isShown?: true
}

/** The indexes with one entry for each job. */
const INDEXES: readonly Index[] = [
  { keyOf: listEntryOf, contentOf: () => '' },
  { keyOf: accountEntryOf, contentOf: (job, view) => listedJob(job, view()), isShown: true },
  { keyOf: dueEntryOf, contentOf: workState },
  { keyOf: slotEntryOf, contentOf: () => '' },
  { keyOf: waitingEntryOf, contentOf: () => '' },
]

/**
 * The commit that changes a job: record, view and every index together, so that none can get out of step. What stays the
 * same is not written, except the record. `before` is `null` for a new job.
 */
export function jobCommit(
  before: { raw: string; job: Job } | null,
  after: Job,
  ended: Run | null,
  retention: JobRetention,
): Required<Omit<Commit, 'isOnDisk'>> {
  const key = { project: after.project, job: after.id }
  const due = dueAtOf(after, retention)
  const next: Job = { ...after, rev: before === null ? after.rev : before.job.rev + 1, dueAt: due }
  const isAlike = before !== null && isShownAlike(before.job, next)
  const view = once(() => viewJson(next))
  const viewBefore = once(() => (before === null ? '' : viewJson(before.job)))
  const set: Write[] = [{ key: jobKeys.record(key), value: JSON.stringify(next) }]
  const del: string[] = []

  if (!isAlike) {
    const value = writeView(next, view())
    if (before === null || value !== writeView(before.job, viewBefore()))
      set.push({ key: jobKeys.view(key), value })
  }

  if (ended !== null) set.push({ key: runKeys.ended(next.id, ended.number), value: JSON.stringify(ended) })

  for (const { keyOf, contentOf, isShown } of INDEXES) {
    const keyBefore = before === null ? null : keyOf(before.job)
    const keyNow = keyOf(next)
    if (keyBefore !== null && keyBefore !== keyNow) del.push(keyBefore)
    if (keyNow === null || (isAlike && isShown && keyNow === keyBefore)) continue
    const value = contentOf(next, view)
    if (before === null || keyNow !== keyBefore || contentOf(before.job, viewBefore) !== value)
      set.push({ key: keyNow, value })
  }

  const workflowRun = next.run.workflowRunId
  if (workflowRun !== null && next.run.workflow !== null && before?.job.run.workflowRunId !== workflowRun) {
    const lookUp = jobKeys.ofWorkflowRun(next.run.workflow.repositoryId, workflowRun)
    set.push({ key: lookUp, value: JSON.stringify(key) })
  }
  const pullRequest = next.pullRequest
  if (pullRequest !== null && before?.job.pullRequest?.number !== pullRequest.number) {
    const lookUp = jobKeys.ofPullRequest(next.repositoryId, pullRequest.number)
    set.push({ key: lookUp, value: JSON.stringify(key) })
  }
  if (before === null && next.origin.kind === 'github') {
    const lookUp = jobKeys.ofIssue(next.repositoryId, next.origin.issue)
    set.push({ key: lookUp, value: JSON.stringify(key) })
  }
  return { checks: [{ key: jobKeys.record(key), value: before?.raw ?? null }], set, del }
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * An entry in the feedback queue, in the commit that changes the job, so that a crash cannot lose it. It takes one key
 * in the commit that ends the first run of a job, and none before that unless the job was asked for on GitHub.
 */
export function feedbackEntry(before: Job | null, after: Job): Commit {
  if (!isShown(after)) return {}
  if (before !== null && isShown(before) && phaseOf(before) === phaseOf(after)) return {}
  const { run } = after
  const at = run.endedAt ?? run.claimedAt ?? run.queuedAt
  return { set: [{ key: feedbackKeys.show({ project: after.project, job: after.id }, at), value: '' }] }
}

const DAY_MS = 86_400_000

/** What is to be looked at of the pull requests of a job: the value of an entry in the queue. */
export const OutcomeLook = z.object({
  /** Of which a webhook or a run has shown that its state has changed; absent: those that are pending. */
  number: z.int().optional(),
  /** When that was, epoch ms. */
  at: z.int().optional(),
})

/**
 * Entries in the queue of outcomes, in the commit that tells of a pull request. A new one is looked at after a day too, in case the
 * webhook of its end is lost.
 */
export function outcomeLook(before: Job, after: Job, now: number): Commit {
  const { outcome, pullRequest } = after
  if (outcome === undefined || pullRequest === null) return {}
  const { number, state } = pullRequest
  const isNew = before.pullRequest?.number !== number
  const hasEnded = state === 'merged' || state === 'closed'
  const hadEnded =
    !isNew && (before.pullRequest?.state === 'merged' || before.pullRequest?.state === 'closed')
  if (!isNew && hasEnded === hadEnded) return {}
  const key = { project: after.project, job: after.id }
  const news = hasEnded || hadEnded ? [lookEntry(key, now, { number, at: now })] : []
  return { set: isNew ? [...news, lookEntry(key, now + DAY_MS, {})] : news }
}

/** An entry in the commit after which somebody else may have to approve: of a new pull request, or of a prompt to its job. */
export function otherReviewerEntry(before: Job, after: Job, now: number): Commit {
  const { pullRequest, messages, project } = after
  if (pullRequest === null) return {}
  if (before.pullRequest?.number === pullRequest.number && before.messages === messages) return {}
  return { set: [{ key: otherReviewerKeys.pull(project, pullRequest.number, now), value: '' }] }
}

export const lookEntry = (key: JobKey, at: number, look: z.infer<typeof OutcomeLook>): Write => ({
  key: outcomeQueueKeys.look(key, at),
  value: JSON.stringify(look),
})

/** As `feedbackEntry`, for a change that is not of a run. Nothing that is not shown yet is shown because of it. */
export async function feedbackAgain(store: Store, { project, id }: Job, now: number): Promise<Commit> {
  if ((await store.get(feedbackKeys.shown(id))) === undefined) return {}
  return { set: [{ key: feedbackKeys.show({ project, job: id }, now), value: '' }] }
}

/** Otherwise nothing of it is shown: it was not asked for on GitHub, and has no commit yet. */
const isShown = ({ origin, branchExists }: Job): boolean => origin.kind === 'github' || branchExists

/** People on GitHub should see soon that a run was opened, claimed or ended. */
const phaseOf = ({ run }: Job): string => [run.number, run.claimedAt !== null, run.endedAt !== null].join(' ')
