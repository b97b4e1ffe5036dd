import type { Job } from '../domain/job.ts'
import { dueAtOf, failureOf, isShownAlike, listingOf, statusOf, viewOf } from '../domain/job-view.ts'
import { isParked } from '../domain/open-run.ts'
import { isSettled, type JobRetention } from '../domain/retention.ts'
import type { Run } from '../domain/run.ts'
import { runId } from '../domain/run-id.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { keySpace } from '../store/key-space.ts'
import { type Commit, RecordUnreadable, type Store, type Write } from '../store/store.ts'

/** The response to get: the reason of a failed job for the header, and the exact body. */
interface StoredView {
  readonly reason: string | null
  readonly body: string
}

const viewJson = (job: Job): string => JSON.stringify(viewOf(job))

/** The reason on the first line, then the body as it is sent. */
const writeView = (job: Job, view: string): string => `${failureOf(job) ?? ''}\n${view}`

export function readView(stored: string): StoredView {
  const cut = stored.indexOf('\n')
  if (cut < 0 || stored[cut + 1] !== '{' || !stored.endsWith('}'))
    throw new RecordUnreadable('the stored view of this job is damaged: restore it from a backup')
  const reason = stored.slice(0, cut)
  return { reason: reason === '' ? null : reason, body: stored.slice(cut + 1) }
}

/** Its entry in the list of its project. */
const listEntryOf = (job: Job): string =>
  keySpace.byTime({ project: job.project, job: job.id }, statusOf(job), job.createdAt)

/** Its entry in the list of its account, which holds the job as lists return it. */
const accountEntryOf = ({ accountId, createdAt, id }: Job): string | null =>
  accountId === null ? null : keySpace.accountJob(accountId, keySpace.place(createdAt, id))

/** A job as lists return it. Its view is there already, and is not made again. */
export const listedJob = (job: Job, view = viewJson(job)): string =>
  `${view.slice(0, -1)},${JSON.stringify(listingOf(job)).slice(1)}`

/** Its entry in the due or retention queue. */
export const dueEntryOf = (job: Job): string | null => {
  if (job.dueAt === null) return null
  return (isSettled(job) ? keySpace.retentionJob : keySpace.dueJob)(
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
  return keySpace.slot(job.project, runId({ project: job.project, job: job.id, run: job.run.number }))
}

/** Its entry in the queue for a slot, if it waits for one. */
export const waitingEntryOf = (job: Job): string | null =>
  job.run.waiting ? keySpace.waiting({ project: job.project, job: job.id }, job.run.queuedAt) : null

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
  const set: Write[] = [{ key: keySpace.job(key), value: JSON.stringify(next) }]
  const del: string[] = []

  if (!isAlike) {
    const value = writeView(next, view())
    if (before === null || value !== writeView(before.job, viewBefore()))
      set.push({ key: keySpace.view(key), value })
  }

  if (ended !== null) set.push({ key: keySpace.run(next.id, ended.number), value: JSON.stringify(ended) })

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
    const lookUp = keySpace.workflowRun(next.run.workflow.repositoryId, workflowRun)
    set.push({ key: lookUp, value: JSON.stringify(key) })
  }
  const pullRequest = next.pullRequest
  if (pullRequest !== null && before?.job.pullRequest?.number !== pullRequest.number) {
    const lookUp = keySpace.pullRequest(next.repositoryId, pullRequest.number)
    set.push({ key: lookUp, value: JSON.stringify(key) })
  }
  if (before === null && next.origin.kind === 'github') {
    const lookUp = keySpace.issue(next.repositoryId, next.origin.issue)
    set.push({ key: lookUp, value: JSON.stringify(key) })
  }
  return { checks: [{ key: keySpace.job(key), value: before?.raw ?? null }], set, del }
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
  return { set: [{ key: keySpace.feedbackJob({ project: after.project, job: after.id }, at), value: '' }] }
}

/** As `feedbackEntry`, for a change that is not of a run. Nothing that is not shown yet is shown because of it. */
export async function feedbackAgain(store: Store, { project, id }: Job, now: number): Promise<Commit> {
  if ((await store.get(keySpace.shown(id))) === undefined) return {}
  return { set: [{ key: keySpace.feedbackJob({ project, job: id }, now), value: '' }] }
}

/** Otherwise nothing of it is shown: it was not asked for on GitHub, and has no commit yet. */
const isShown = ({ origin, branchExists }: Job): boolean => origin.kind === 'github' || branchExists

/** People on GitHub should see soon that a run was opened, claimed or ended. */
const phaseOf = ({ run }: Job): string => [run.number, run.claimedAt !== null, run.endedAt !== null].join(' ')
