import type { AdmissionRefusal } from '../../../jobs/admit-request.ts'
import type { HttpError } from '../../shared/http-error.ts'
import { budgetExhausted, rateLimitExceeded } from '../../shared/rate-limit-headers.ts'
import { usedWithOtherBody } from './idempotency-key.ts'

/** What the caller of a refused message or retry is told. */
export function turnError(refusal: AdmissionRefusal): HttpError {
  switch (refusal.kind) {
    case 'limited':
      return rateLimitExceeded(refusal.allowance)
    case 'spent':
      return budgetExhausted(refusal.budget)
    case 'other-body':
      return usedWithOtherBody()
  }
}
