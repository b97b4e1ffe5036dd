import { actorOf } from '../audit/actor.ts'
import { auditJob } from '../audit/audit-entry.ts'
import type { BatchPlace, Job } from '../domain/job.ts'
import { statusOf, viewOf } from '../domain/job-view.ts'
import { repeatRun } from '../domain/turns.ts'
import { messageKeys } from '../job-store/messages.ts'
import { updateJob } from '../job-store/update-job.ts'
import { queueIfLimited } from '../limits/rate-limit.ts'
import { type Commit, mergeCommits } from '../store/store.ts'
import {
  type Accepted,
  type AdmissionRefusal,
  admitRequest,
  type WorkRequest,
  type WorkStore,
} from './admit-request.ts'

export interface RetryRequest extends WorkRequest {
  readonly job: string
  /** Its place in the batch that asks, with what the run may cost; absent: no batch does. */
  readonly batch?: BatchPlace
  /** Part of the commit that opens the run, made again for each attempt. If it throws, no run is opened. */
  readonly extraCommit?: (job: Job) => Promise<Commit>
}

/** `emptied`: its prompts were deleted while it was archived. */
type Obstacle = { readonly kind: 'active' | 'completed' | 'archived' | 'emptied' }

export type RetryJobOutcome = Accepted | AdmissionRefusal | Obstacle | { readonly kind: 'absent' }

/** Repeats the turn that failed: the same prompts, and the saved patch if there is one. It adds no message. */
export function retryJob(deps: WorkStore, request: RetryRequest): Promise<RetryJobOutcome> {
  return queueIfLimited(deps, request.project.id, () => commitRetry(deps, request))
}

async function commitRetry(deps: WorkStore, request: RetryRequest): Promise<RetryJobOutcome> {
  const { project } = request
  const key = { project: project.id, job: request.job }
  const update = await updateJob<RetryJobOutcome>(deps, key, async (job, now) => {
    const admission = await admitRequest(deps, request, now, await findObstacle(deps, job))
    if (admission.kind !== 'admitted')
      return { transition: { kind: 'ignored', why: admission.kind }, outcome: admission }

    const place = request.batch === undefined ? {} : { batch: request.batch }
    const next = repeatRun({ ...job, accountId: project.accountId, lastActivityAt: now, ...place }, now)
    const { commit, outcome } = admission.accept({ id: job.id, body: JSON.stringify(viewOf(next)) })
    const audit = { by: actorOf(request.origin), at: now, keptMs: deps.retention.auditMs }
    const extra = (await request.extraCommit?.(next)) ?? {}
    const extraCommit = mergeCommits(commit, auditJob(next, 'job.retried', audit), extra)
    return { transition: { kind: 'applied', job: next, ended: null }, extraCommit, outcome }
  })
  return update.kind === 'absent' ? update : update.outcome
}

async function findObstacle({ store }: WorkStore, job: Job): Promise<Obstacle | null> {
  const status = statusOf(job)
  if (status !== 'failed') return { kind: status }
  const prompt = await store.get(messageKeys.record(job.id, job.run.first))
  return prompt === undefined ? { kind: 'emptied' } : null
}
