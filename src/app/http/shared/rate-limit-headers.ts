import type { Allowance } from '../../limits/rate-limit.ts'

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
