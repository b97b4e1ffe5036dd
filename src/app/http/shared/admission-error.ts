import type { Budget } from '../../budgets/budgets.ts'
import type { AdmissionRefusal } from '../../jobs/admit-request.ts'
import type { Allowance } from '../../limits/rate-limit.ts'
import { HttpError } from './http-error.ts'

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

function budgetExhausted({ name, capUsd, spentUsd, resetAt, resetSeconds }: Budget): HttpError {
  const spent = `is spent (${spentUsd.toFixed(2)} of ${capUsd.toFixed(2)} US dollars)`
  const later = `try again after 00:00 UTC on ${new Date(resetAt).toISOString().slice(0, 10)}`
  return new HttpError(
    429,
    name === undefined
      ? `the project's budget for today ${spent}; ${later}`
      : `the organisation's budget ${name} for this month ${spent}; raise it in the settings of the organisation, or ${later}`,
    { 'retry-after': String(resetSeconds) },
  )
}

/**
 * draft-ietf-httpapi-ratelimit-headers, and the X- names that older clients know. None where the limit is off. `of`: whose
 * limit it is.
 */
export function rateLimitHeaders(
  allowance: Allowance | null,
  of: 'project' | 'account' = 'project',
): Record<string, string> {
  if (allowance === null || allowance.limit === 0) return {}
  const { limit, remaining, resetSeconds, resetAt } = allowance
  return {
    'ratelimit-policy': `"${of}";q=${limit};w=3600`,
    ratelimit: `"${of}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
  }
}
