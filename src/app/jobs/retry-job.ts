import { repeatRun } from '../runs/run-state.ts'
import { type JobKey, keySpace } from '../store/key-space.ts'
import { type AdmitDeps, admitTurn, type TurnRefusal } from './admit-turn.ts'
import { askedAnew } from './asked-anew.ts'
import { firstAnswer, type IdempotentCall } from './idempotency.ts'
import { whenCounted } from './in-turn.ts'
import type { Job } from './job-record.ts'
import { statusOf, viewOf } from './job-state.ts'
import type { Allowance } from './rate-limit.ts'
import { type JobStore, merge, updateJob } from './update-job.ts'

export interface RetryJobDeps extends JobStore, AdmitDeps {}

/** `emptied`: its prompts were deleted while it was archived. */
type Obstacle = { readonly kind: 'active' | 'completed' | 'archived' | 'emptied' }

export type Retried =
  | { readonly kind: 'accepted'; readonly body: string; readonly allowance: Allowance | null }
  | Obstacle
  | TurnRefusal

/** The turn that failed, once more: the same prompts, and where its work was kept, that. No new message. */
export function retryJob(
  deps: RetryJobDeps,
  key: JobKey,
  call: IdempotentCall | null,
): Promise<Retried | { readonly kind: 'absent' }> {
  return whenCounted(deps, key.project, () => commitRetry(deps, key, call))
}

async function commitRetry(
  deps: RetryJobDeps,
  key: JobKey,
  call: IdempotentCall | null,
): Promise<Retried | { readonly kind: 'absent' }> {
  const update = await updateJob<Retried>(deps, key, async (job, now) => {
    const admission = await admitTurn(deps, key.project, call, now, await findObstacle(deps, job))
    if (admission.kind !== 'admitted')
      return { step: { kind: 'ignored', why: admission.kind }, answer: admission }

    const next = repeatRun({ ...(await askedAnew(deps.store, job)), lastActivityAt: now }, now)
    const body = JSON.stringify(viewOf(next))
    const beside = merge(admission.charge, firstAnswer(call, { id: job.id, body }, now))
    return {
      step: { kind: 'step', job: next, ended: null },
      beside,
      answer: { kind: 'accepted', body, allowance: admission.allowance },
    }
  })
  return update.kind === 'absent' ? update : update.answer
}

async function findObstacle({ store }: RetryJobDeps, job: Job): Promise<Obstacle | null> {
  const status = statusOf(job)
  if (status !== 'failed') return { kind: status }
  const prompt = await store.get(keySpace.message(job.id, job.run.first))
  return prompt === undefined ? { kind: 'emptied' } : null
}
