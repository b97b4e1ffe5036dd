import type { Job } from '../domain/job.ts'
import { statusOf, viewOf } from '../domain/job-view.ts'
import type { JobKey } from '../domain/run-id.ts'
import { repeatRun } from '../domain/run-state-machine.ts'
import { firstAnswer, type IdempotentCall } from '../records/idempotency.ts'
import { queueIfLimited } from '../records/keyed-queue.ts'
import type { Allowance } from '../records/rate-limit.ts'
import { type JobStore, merge, updateJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import { type AdmissionRefusal, type AdmitDeps, admitRequest, reassignAccount } from './admit-request.ts'

export interface RetryJobDeps extends JobStore, AdmitDeps {}

/** `emptied`: its prompts were deleted while it was archived. */
type Obstacle = { readonly kind: 'active' | 'completed' | 'archived' | 'emptied' }

export type RetryJobOutcome =
  | { readonly kind: 'accepted'; readonly body: string; readonly allowance: Allowance | null }
  | Obstacle
  | AdmissionRefusal

/** The turn that failed, once more: the same prompts, and where its work was kept, that. No new message. */
export function retryJob(
  deps: RetryJobDeps,
  key: JobKey,
  call: IdempotentCall | null,
): Promise<RetryJobOutcome | { readonly kind: 'absent' }> {
  return queueIfLimited(deps, key.project, () => commitRetry(deps, key, call))
}

async function commitRetry(
  deps: RetryJobDeps,
  key: JobKey,
  call: IdempotentCall | null,
): Promise<RetryJobOutcome | { readonly kind: 'absent' }> {
  const update = await updateJob<RetryJobOutcome>(deps, key, async (job, now) => {
    const admission = await admitRequest(deps, key.project, call, now, await findObstacle(deps, job))
    if (admission.kind !== 'admitted')
      return { transition: { kind: 'ignored', why: admission.kind }, outcome: admission }

    const next = repeatRun({ ...(await reassignAccount(deps.store, job)), lastActivityAt: now }, now)
    const body = JSON.stringify(viewOf(next))
    const beside = merge(admission.charge, firstAnswer(call, { id: job.id, body }, now))
    return {
      transition: { kind: 'applied', job: next, ended: null },
      beside,
      outcome: { kind: 'accepted', body, allowance: admission.allowance },
    }
  })
  return update.kind === 'absent' ? update : update.outcome
}

async function findObstacle({ store }: RetryJobDeps, job: Job): Promise<Obstacle | null> {
  const status = statusOf(job)
  if (status !== 'failed') return { kind: status }
  const prompt = await store.get(keySpace.message(job.id, job.run.first))
  return prompt === undefined ? { kind: 'emptied' } : null
}
