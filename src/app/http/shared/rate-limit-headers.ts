import type { Budget } from '../../records/daily-budget.ts'
import type { Allowance } from '../../records/rate-limit.ts'
import { HttpError } from './http-error.ts'

/** draft-ietf-httpapi-ratelimit-headers, and the X- names that older clients know. None where the limit is off. */
export function rateLimitHeaders(allowance: Allowance | null): Record<string, string> {
  if (allowance === null || allowance.limit === 0) return {}
  const { limit, remaining, resetSeconds, resetAt } = allowance
  return {
    'ratelimit-policy': `"project";q=${limit};w=3600`,
    ratelimit: `"project";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
  }
}

export const rateLimitExceeded = (allowance: Allowance): HttpError =>
  new HttpError(
    429,
    `the project has used its ${allowance.limit} jobs and messages of this hour; try again in ${allowance.resetSeconds} s`,
    { ...rateLimitHeaders(allowance), 'retry-after': String(allowance.resetSeconds) },
  )

export const budgetExhausted = ({ capUsd, resetSeconds }: Budget): HttpError =>
  new HttpError(
    429,
    `the project has spent its ${capUsd} US dollars of today; the next day begins in ${resetSeconds} s, at 00:00 UTC`,
    { 'retry-after': String(resetSeconds) },
  )
