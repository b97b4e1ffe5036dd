import type { Allowance } from '../jobs/rate-limit.ts'
import type { Budget } from '../jobs/spending.ts'
import { HttpError } from './http-error.ts'

/** draft-ietf-httpapi-ratelimit-headers, and the X- names that older clients know. None where the limit is off. */
export function limitHeaders(allowance: Allowance | null): Record<string, string> {
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

export const limitExceeded = (allowance: Allowance): HttpError =>
  new HttpError(
    429,
    `the project has used its ${allowance.limit} jobs and messages of this hour; try again in ${allowance.resetSeconds} s`,
    { ...limitHeaders(allowance), 'retry-after': String(allowance.resetSeconds) },
  )

export const moneySpent = ({ capUsd, resetSeconds }: Budget): HttpError =>
  new HttpError(
    429,
    `the project has spent its ${capUsd} US dollars of today; the next day begins in ${resetSeconds} s, at 00:00 UTC`,
    { 'retry-after': String(resetSeconds) },
  )
