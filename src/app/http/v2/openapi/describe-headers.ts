/** The headers of responses, described once. */
const HEADERS = {
  'X-Request-Id': ['string', 'Identifies the request in the log of the server.'],
  'Cache-Control': ['string', '`no-store` on errors and event streams; otherwise `private, no-cache`.'],
  Location: ['string', 'Path of the new job.'],
  ETag: ['string', 'Weak validator. Send it back in `If-None-Match`.'],
  'X-Job-Reason': ['string', 'Only on a failed job: the code of its reason, as in `GET …/runs`.'],
  'WWW-Authenticate': ['string', '`Bearer`, and what is wrong (RFC 6750).'],
  'Retry-After': ['integer', 'Seconds to wait before the next attempt.'],
  Link: ['string', 'The next page, as `rel="next"`; absent on the last page.'],
  'RateLimit-Policy': ['string', '`"project";q=<uses>;w=3600`'],
  RateLimit: ['string', '`"project";r=<uses left>;t=<seconds until a use becomes free>`'],
  'X-RateLimit-Limit': ['integer', 'Uses allowed in any hour.'],
  'X-RateLimit-Remaining': ['integer', 'Uses left.'],
  'X-RateLimit-Reset': ['integer', 'When a use becomes free, in seconds since 1970.'],
} as const satisfies Record<string, readonly ['string' | 'integer', string]>

type Header = keyof typeof HEADERS

const LIMITS = [
  'RateLimit-Policy?',
  'RateLimit?',
  'X-RateLimit-Limit?',
  'X-RateLimit-Remaining?',
  'X-RateLimit-Reset?',
] as const

/** With a question mark: some answers have it. `limits` stands for the five of the rate limit, which may be off. */
export type HeaderName = Header | `${Header}?` | 'limits'

export function describeHeaders(names: readonly HeaderName[]) {
  const all = names.flatMap((name) => (name === 'limits' ? [...LIMITS] : [name]))
  return Object.fromEntries(all.map(describeHeader))
}

function describeHeader(name: Header | `${Header}?`) {
  const bare = name.replace('?', '') as Header
  const [type, description] = HEADERS[bare]
  return [bare, { description, required: bare === name, schema: { type } }] as const
}
