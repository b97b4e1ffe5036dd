import type { Job } from '../domain/job.ts'
import { viewOf } from '../domain/job-view.ts'
import type { Transition } from '../domain/run-event.ts'
import type { JobKey } from '../domain/run-id.ts'
import { isEnded, openRun, waiting } from '../domain/run-state-machine.ts'
import { firstAnswer, type IdempotentCall } from '../records/idempotency.ts'
import { queueIfLimited } from '../records/keyed-queue.ts'
import type { Allowance } from '../records/rate-limit.ts'
import { type JobStore, merge, updateJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Commit } from '../store/store.ts'
import { type AdmissionRefusal, type AdmitDeps, admitRequest, reassignAccount } from './admit-request.ts'

export interface SendMessageDeps extends JobStore, AdmitDeps {}

/** Most messages that may wait for a running turn. */
export const MOST_WAITING = 20

type Obstacle = { readonly kind: 'archived' } | { readonly kind: 'full' }

export type SendMessageOutcome =
  | { readonly kind: 'accepted'; readonly body: string; readonly allowance: Allowance | null }
  | Obstacle
  | AdmissionRefusal

/** A follow-up: waits for the running turn, or opens the next one. `absent`: there is no such job. */
export function sendMessage(
  deps: SendMessageDeps,
  key: JobKey,
  prompt: string,
  call: IdempotentCall | null,
): Promise<SendMessageOutcome | { readonly kind: 'absent' }> {
  return queueIfLimited(deps, key.project, () => commitMessage(deps, key, prompt, call))
}

async function commitMessage(
  deps: SendMessageDeps,
  key: JobKey,
  prompt: string,
  call: IdempotentCall | null,
): Promise<SendMessageOutcome | { readonly kind: 'absent' }> {
  // All is read anew on each try: the lost race may have been for the limit or for the idempotency key.
  const update = await updateJob<SendMessageOutcome>(deps, key, async (job, now) => {
    const admission = await admitRequest(deps, key.project, call, now, obstacleOf(job))
    if (admission.kind !== 'admitted')
      return { transition: { kind: 'ignored', why: admission.kind }, outcome: admission }

    const next = addMessage(await reassignAccount(deps.store, job), now)
    const body = JSON.stringify(viewOf(next))
    const message = {
      key: keySpace.message(job.id, next.messages),
      value: JSON.stringify({ text: prompt, at: now }),
    }
    const once = firstAnswer(call, { id: job.id, body }, now)
    const beside = [admission.charge, once, { set: [message] }].reduce<Commit>(merge, {})
    const transition: Transition = { kind: 'applied', job: next, ended: null }
    return { transition, beside, outcome: { kind: 'accepted', body, allowance: admission.allowance } }
  })
  return update.kind === 'absent' ? update : update.outcome
}

function obstacleOf(job: Job): Obstacle | null {
  if (job.archivedAt !== null) return { kind: 'archived' }
  return !isEnded(job.run) && waiting(job) >= MOST_WAITING ? { kind: 'full' } : null
}

function addMessage(job: Job, now: number): Job {
  const more: Job = { ...job, messages: job.messages + 1, lastActivityAt: now }
  return isEnded(job.run) ? openRun(more, now) : more
}
