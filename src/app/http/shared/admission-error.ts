import type { AdmissionRefusal } from '../../jobs/admit-request.ts'
import { HttpError } from './http-error.ts'
import { budgetExhausted, rateLimitExceeded } from './too-many-requests.ts'

/** The response to a request for work that is not admitted. */
export function admissionError(refusal: AdmissionRefusal): HttpError {
  switch (refusal.kind) {
    case 'app-not-installed':
      return new HttpError(404, `the GitHub App is not installed on ${refusal.repository}; install it again`)
    case 'rate-limited':
      return rateLimitExceeded(refusal.allowance)
    case 'budget-exhausted':
      return budgetExhausted(refusal.budget)
    case 'idempotency-conflict':
      return new HttpError(
        409,
        'this Idempotency-Key was used with another body; use a new key for a new request',
      )
  }
}
