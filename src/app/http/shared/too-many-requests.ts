/**
 * Makes every 429: a limit or a budget is used up, or too many messages wait. The code that counts (`src/app/limits`,
 * `src/app/budgets`) knows no HTTP.
 */
import type { Budget } from '../../budgets/budgets.ts'
import type { Allowance } from '../../limits/rate-limit.ts'
import { HttpError } from './http-error.ts'

/** `As`: another class of error, for example `PageError`, whose text a page shows. */
export const tooManyRequests = (
  message: string,
  retryAfterSeconds: number,
  { headers = {}, As = HttpError }: { headers?: Record<string, string>; As?: typeof HttpError } = {},
): HttpError => new As(429, message, { ...headers, 'retry-after': String(retryAfterSeconds) })

/** Seconds from `now` to `at`, in epoch milliseconds, for `Retry-After`: at least 1. */
export const secondsUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 1000))

export const rateLimitExceeded = (allowance: Allowance): HttpError =>
  tooManyRequests(
    `the project has used its ${allowance.limit} jobs and messages of this hour; try again in ${allowance.resetSeconds} s`,
    allowance.resetSeconds,
    { headers: rateLimitHeaders(allowance) },
  )

export function budgetExhausted({ name, capUsd, spentUsd, resetAt, resetSeconds }: Budget): HttpError {
  const spent = `is spent (${spentUsd.toFixed(2)} of ${capUsd.toFixed(2)} US dollars)`
  const later = `try again after 00:00 UTC on ${new Date(resetAt).toISOString().slice(0, 10)}`
  return tooManyRequests(
    name === undefined
      ? `the project's budget for today ${spent}; ${later}`
      : `the organisation's budget ${name} for this month ${spent}; raise it in the settings of the organisation, or ${later}`,
    resetSeconds,
  )
}

/**
 * draft-ietf-httpapi-ratelimit-headers, and the X- names that older clients know; a success has them, too. None where the
 * limit is off. `of`: whose limit it is.
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
