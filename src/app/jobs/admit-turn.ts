import type { Commit, Store } from '../store/store.ts'
import { earlierAnswer, type IdempotentCall } from './idempotency.ts'
import type { Counted } from './in-turn.ts'
import { type Allowance, chargeUse } from './rate-limit.ts'
import { type Budget, budgetOf } from './spending.ts'

export interface AdmitDeps extends Counted {
  readonly store: Store
  readonly dailyCostUsd: number
}

/** Why a call that asks for a turn gets none, whatever the job is. */
export type TurnRefusal =
  | { readonly kind: 'limited'; readonly allowance: Allowance }
  | { readonly kind: 'spent'; readonly budget: Budget }
  | { readonly kind: 'other-body' }

export type Admission =
  /** `charge` goes into the commit that opens the turn. */
  | { readonly kind: 'admitted'; readonly charge: Commit; readonly allowance: Allowance }
  /** The call was answered before: the same again. */
  | { readonly kind: 'accepted'; readonly body: string; readonly allowance: null }
  | TurnRefusal

/** Whether a call may ask for a turn of a job; `obstacle`: what the job itself says against it. Only reads. */
export async function admitTurn<Obstacle extends { readonly kind: string }>(
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
