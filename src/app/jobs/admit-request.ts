import type { Job } from '../domain/job.ts'
import { loadProject } from '../projects/load-project.ts'
import { type Budget, budgetOf } from '../records/daily-budget.ts'
import { earlierAnswer, type IdempotentCall } from '../records/idempotency.ts'
import type { RateLimited } from '../records/keyed-queue.ts'
import { type Allowance, chargeUse } from '../records/rate-limit.ts'
import type { Commit, Store } from '../store/store.ts'

export interface AdmitDeps extends RateLimited {
  readonly store: Store
  readonly dailyCostUsd: number
}

/** Why a call that asks for a turn gets none, whatever the job is. */
export type AdmissionRefusal =
  | { readonly kind: 'limited'; readonly allowance: Allowance }
  | { readonly kind: 'spent'; readonly budget: Budget }
  | { readonly kind: 'other-body' }

export type Admission =
  /** `charge` goes into the commit that opens the turn. */
  | { readonly kind: 'admitted'; readonly charge: Commit; readonly allowance: Allowance }
  /** The call was answered before: the same again. */
  | { readonly kind: 'accepted'; readonly body: string; readonly allowance: null }
  | AdmissionRefusal

/** Whether a call may ask for a turn of a job; `obstacle`: what the job itself says against it. Only reads. */
export async function admitRequest<Obstacle extends { readonly kind: string }>(
  { store, rateLimit, dailyCostUsd }: AdmitDeps,
  project: string,
  call: IdempotentCall | null,
  now: number,
  obstacle: Obstacle | null,
): Promise<Admission | Obstacle> {
  const earlier = await earlierAnswer(store, call)
  if (earlier.kind === 'other-body') return earlier
  if (earlier.kind === 'replay') return { kind: 'accepted', body: earlier.answer.body, allowance: null }
  if (obstacle !== null) return obstacle
  const charge = await chargeUse(store, project, rateLimit, now)
  if (charge.kind === 'exceeded') return { kind: 'limited', allowance: charge.allowance }
  const budget = await budgetOf(store, project, dailyCostUsd, now)
  if (budget.leftUsd === 0) return { kind: 'spent', budget }
  return { kind: 'admitted', charge, allowance: charge.allowance }
}

/** From now on the job is worked at for the account that the project belongs to: only its keys cover the job. */
export async function reassignAccount(store: Store, job: Job): Promise<Job> {
  const project = await loadProject(store, job.project)
  return project === null ? job : { ...job, accountId: project.accountId }
}
