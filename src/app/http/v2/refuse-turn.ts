import type { TurnRefusal } from '../../jobs/admit-turn.ts'
import type { HttpError } from '../http-error.ts'
import { limitExceeded, moneySpent } from '../limit-headers.ts'
import { usedWithOtherBody } from './idempotent-call.ts'

/** What the caller of a refused message or retry is told. */
export function refuseTurn(refusal: TurnRefusal): HttpError {
  switch (refusal.kind) {
    case 'limited':
      return limitExceeded(refusal.allowance)
    case 'spent':
      return moneySpent(refusal.budget)
    case 'other-body':
      return usedWithOtherBody()
  }
}
