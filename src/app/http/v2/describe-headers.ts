/** The headers of answers, described once. */
const HEADERS = {
  'X-Request-Id': ['string', 'Names this answer in the log of the server.'],
  Location: ['string', 'Path of the new job.'],
  ETag: ['string', 'Weak validator; send it back in If-None-Match.'],
  'X-Job-Reason': ['string', 'Only on a failed job: the code of its reason, as in `GET …/runs`.'],
  'WWW-Authenticate': ['string', 'Bearer, with what is wrong (RFC 6750).'],
  'Retry-After': ['integer', 'Seconds until trying again is worth it.'],
  Link: ['string', 'The next page, as `rel="next"`; absent on the last.'],
  'RateLimit-Policy': ['string', '`"project";q=<uses>;w=3600`'],
  RateLimit: ['string', '`"project";r=<uses left>;t=<seconds until the next is free again>`'],
  'X-RateLimit-Limit': ['integer', 'Uses in any hour.'],
  'X-RateLimit-Remaining': ['integer', 'Uses left.'],
  'X-RateLimit-Reset': ['integer', 'When the next use is free again, in seconds since 1970.'],
} as const satisfies Record<string, readonly ['string' | 'integer', string]>

const LIMITS = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const

/** `limits` stands for the five of the rate limit. */
export type HeaderName = keyof typeof HEADERS | 'limits'

export function describeHeaders(names: readonly HeaderName[]) {
  const all = names.flatMap((name) => (name === 'limits' ? [...LIMITS] : [name]))
  return Object.fromEntries(
    all.map((name) => {
      const [type, description] = HEADERS[name]
      return [name, { description, schema: { type } }]
    }),
  )
}
