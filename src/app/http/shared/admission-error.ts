import type { Budget } from '../../budgets/daily-budget.ts'
import type { AdmissionRefusal } from '../../jobs/admit-request.ts'
import type { Allowance } from '../../records/rate-limit.ts'
import { HttpError } from './http-error.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

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

const rateLimitExceeded = (allowance: Allowance): HttpError =>
  new HttpError(
    429,
    `the project has used its ${allowance.limit} jobs and messages of this hour; try again in ${allowance.resetSeconds} s`,
    { ...rateLimitHeaders(allowance), 'retry-after': String(allowance.resetSeconds) },
  )

const budgetExhausted = ({ name, capUsd, resetSeconds }: Budget): HttpError =>
  new HttpError(
    429,
    name === undefined
      ? `the project has used today's budget of ${capUsd} US dollars; it resets in ${resetSeconds} s, at 00:00 UTC`
      : `the organisation has used this month's budget ${name} of ${capUsd} US dollars; it resets in ${resetSeconds} s, on the first of the next month at 00:00 UTC`,
    { 'retry-after': String(resetSeconds) },
  )
