import type { Step } from '../runs/run-event.ts'
import { isEnded, openRun, waiting } from '../runs/run-state.ts'
import { type JobKey, keySpace } from '../store/key-space.ts'
import type { Commit } from '../store/store.ts'
import { earlierAnswer, firstAnswer, type IdempotentCall } from './idempotency.ts'
import type { Job } from './job-record.ts'
import { viewOf } from './job-state.ts'
import { type Allowance, chargeUse } from './rate-limit.ts'
import { type Budget, budgetOf } from './spending.ts'
import { type Decision, type JobStore, merge, updateJob } from './update-job.ts'

export interface MessageJobDeps extends JobStore {
  readonly rateLimit: number
  readonly dailyCostUsd: number
}

/** Most messages that may wait for a running turn. */
export const MOST_WAITING = 20

export type Messaged =
  | { readonly kind: 'accepted'; readonly body: string; readonly allowance: Allowance | null }
  | { readonly kind: 'archived' }
  | { readonly kind: 'full' }
  | { readonly kind: 'limited'; readonly allowance: Allowance }
  | { readonly kind: 'spent'; readonly budget: Budget }
  | { readonly kind: 'other-body' }

/** A follow-up: waits for the running turn, or opens the next one. `absent`: there is no such job. */
export async function messageJob(
  deps: MessageJobDeps,
  key: JobKey,
  prompt: string,
  call: IdempotentCall | null,
): Promise<Messaged | { readonly kind: 'absent' }> {
  // All is read anew on each try: the lost race may have been for the limit or for the idempotency key.
  const update = await updateJob<Messaged>(deps, key, async (job, now) => {
    const earlier = await earlierAnswer(deps.store, call)
    if (earlier.kind === 'other-body') return answered(earlier)
    if (earlier.kind === 'replay') {
      return answered({ kind: 'accepted', body: earlier.answer.body, allowance: null })
    }
    if (job.archivedAt !== null) return answered({ kind: 'archived' })
    if (!isEnded(job.run) && waiting(job) >= MOST_WAITING) return answered({ kind: 'full' })
    const charge = await chargeUse(deps.store, key.project, deps.rateLimit, now)
    if (charge.kind === 'exceeded') return answered({ kind: 'limited', allowance: charge.allowance })
    const budget = await budgetOf(deps.store, key.project, deps.dailyCostUsd, now)
    if (budget.leftUsd === 0) return answered({ kind: 'spent', budget })

    const next = addMessage(job, now)
    const body = JSON.stringify(viewOf(next))
    const message = {
      key: keySpace.message(job.id, next.messages),
      value: JSON.stringify({ text: prompt, at: now }),
    }
    const once = firstAnswer(call, { id: job.id, body }, now)
    const beside = [charge, once, { set: [message] }].reduce<Commit>(merge, {})
    const step: Step = { kind: 'step', job: next, ended: null }
    return { step, beside, answer: { kind: 'accepted', body, allowance: charge.allowance } }
  })
  return update.kind === 'absent' ? update : update.answer
}

const answered = (answer: Messaged): Decision<Messaged> => ({
  step: { kind: 'ignored', why: answer.kind },
  answer,
})

function addMessage(job: Job, now: number): Job {
  const more: Job = { ...job, messages: job.messages + 1, lastActivityAt: now }
  return isEnded(job.run) ? openRun(more, now) : more
}
