import type { Job, Run } from '../domain/job.ts'
import { dueAtOf, failureOf, statusOf, viewOf } from '../domain/job-view.ts'
import { isSettled, type Retention } from '../domain/retention.ts'
import { runId } from '../domain/run-id.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { keySpace } from '../store/key-space.ts'
import { type Commit, RecordUnreadable, type Write } from '../store/store.ts'

/** What get needs: the reason of a failed job for the header, and the exact bytes of the body. */
export interface StoredView {
  readonly reason: string | null
  readonly body: string
}

/** One line of header, then the body as it is sent. */
const writeView = (job: Job): string => `${failureOf(job) ?? ''}\n${JSON.stringify(viewOf(job))}`

export function readView(stored: string): StoredView {
  const cut = stored.indexOf('\n')
  if (cut < 0 || stored[cut + 1] !== '{' || !stored.endsWith('}'))
    throw new RecordUnreadable('what is kept of this job is damaged: whoever runs this server can restore it')
  const reason = stored.slice(0, cut)
  return { reason: reason === '' ? null : reason, body: stored.slice(cut + 1) }
}

/** Its place in the list of its project. */
const listEntryOf = (job: Job): string =>
  keySpace.byTime({ project: job.project, job: job.id }, statusOf(job), job.createdAt)

/** Where the timers find the job. */
export const dueEntryOf = (job: Job): string | null => {
  if (job.dueAt === null) return null
  return (isSettled(job) ? keySpace.retentionJob : keySpace.dueJob)(
    { project: job.project, job: job.id },
    job.dueAt,
  )
}

/** What the entry of a job in `due/` says, so that work under way can be counted without reading the jobs. */
export const WORK_STATES = [
  'queued',
  'waiting',
  'dispatching',
  'dispatched',
  'running',
  'publishing',
  'delivered',
  'cleanup',
] as const

/** `waiting`: for a place of its project; `cleanup`: its run has ended here and not on GitHub yet. */
const workState = (job: Job): string => {
  if (!isEnded(job.run)) return JSON.stringify(job.run.waiting ? 'waiting' : job.run.state)
  return isSettled(job) ? '' : JSON.stringify('cleanup')
}

/** The place to run that the job holds, if it holds one. */
export function slotEntryOf(job: Job): string | null {
  if (job.run.workflow === null || isEnded(job.run)) return null
  return keySpace.slot(job.project, runId({ project: job.project, job: job.id, run: job.run.number }))
}

/** Its place in the queue for one, if it waits there. */
export const waitingEntryOf = (job: Job): string | null =>
  job.run.waiting ? keySpace.waiting({ project: job.project, job: job.id }, job.run.queuedAt) : null

/** The indexes of one entry a job, and what the entry says. */
const PLACES: readonly (readonly [(job: Job) => string | null, (job: Job) => string])[] = [
  [listEntryOf, () => ''],
  [dueEntryOf, workState],
  [slotEntryOf, () => ''],
  [waitingEntryOf, () => ''],
]

/**
 * The batch that takes a job from one value to the next: record, view and every index together, so that none can miss
 * the other. `before` is `null` for a new job.
 */
export function jobCommit(
  before: { raw: string; job: Job } | null,
  after: Job,
  ended: Run | null,
  retention: Retention,
): Required<Commit> {
  const key = { project: after.project, job: after.id }
  const due = dueAtOf(after, retention)
  const next: Job = { ...after, rev: before === null ? after.rev : before.job.rev + 1, dueAt: due }
  const set: Write[] = [
    { key: keySpace.job(key), value: JSON.stringify(next) },
    { key: keySpace.view(key), value: writeView(next) },
  ]
  const del: string[] = []

  if (ended !== null) set.push({ key: keySpace.run(next.id, ended.number), value: JSON.stringify(ended) })

  for (const [placeOf, sayOf] of PLACES) {
    const placeBefore = before === null ? null : placeOf(before.job)
    const place = placeOf(next)
    if (placeBefore !== null && placeBefore !== place) del.push(placeBefore)
    const isNews = before === null || place !== placeBefore || sayOf(before.job) !== sayOf(next)
    if (place !== null && isNews) set.push({ key: place, value: sayOf(next) })
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
  return { checks: [{ key: keySpace.job(key), value: before?.raw ?? null }], set, del }
}
