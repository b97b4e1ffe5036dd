import type { z } from 'zod'
import { ErrorBody } from '../../../../contract/job.ts'

/** Every operation needs an API key. */
export const API_KEY = [{ apiKey: [] }]

interface ResponseDescription {
  readonly description: string
  /** Omitted: the response has no body, or one that `contentType` describes. */
  readonly schema?: z.ZodType
  readonly contentType?: string
  /** Components that describe the parts of such a body, for example the data of events. */
  readonly parts?: readonly string[]
  readonly headers?: readonly HeaderName[]
  /** Required where there is a body. */
  readonly example?: unknown
}

export function describeResponse({
  description,
  schema,
  contentType,
  parts = [],
  headers = [],
  example,
}: ResponseDescription) {
  const type = contentType ?? 'application/json'
  const content = { schema: schema ?? textSchema(type, parts), ...(example !== undefined && { example }) }
  return {
    description,
    headers: describeHeaders(['X-Request-Id', 'Cache-Control', ...headers]),
    ...((schema || contentType) && { content: { [type]: content } }),
  }
}

const textSchema = (contentMediaType: string, parts: readonly string[]) => ({
  type: 'string' as const,
  contentMediaType,
  ...(parts.length > 0 && {
    contentSchema: { anyOf: parts.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
  }),
})

export const describeBody = (schema: z.ZodType, example: unknown) => ({
  required: true,
  content: { 'application/json': { schema, example } },
})

interface RefusalDescription {
  readonly description: string
  readonly example: string
  readonly headers?: readonly HeaderName[]
}

const REFUSALS = {
  400: {
    description: 'The body, a header or a parameter is invalid. The message names it.',
    example: '`prompt` must be a string',
  },
  401: {
    description: 'The API key is missing, malformed, unknown, expired or revoked.',
    example: 'send your API key in the header `Authorization: Bearer prn_…`',
    headers: ['WWW-Authenticate'],
  },
  403: {
    description: 'The API key lacks the scope, or may not be used from this address.',
    example:
      'the API key lacks the scope write; create a key that has it in the dashboard, or with `npm run keys -- create --account LOGIN --scopes write`',
    headers: ['WWW-Authenticate?'],
  },
  404: {
    description: 'The job or project does not exist, or the API key does not cover it.',
    example: 'there is no job "job_01m7xk4ymke8m8qhxhtq1qmf80" in this project; GET …/jobs lists its jobs',
  },
  409: {
    description: 'The state of the job does not allow the request.',
    example: 'this Idempotency-Key was used with another body; use a new key for a new request',
  },
  410: {
    description: 'The requested events have been deleted.',
    example: 'the event "1-42" was deleted; open the stream without Last-Event-ID',
  },
  413: { description: 'The body is larger than 4 MiB.', example: 'the body is larger than 4194304 bytes' },
  415: {
    description: 'The body is not `application/json`, or has a `Content-Encoding`.',
    example: 'send the body as JSON with the header `Content-Type: application/json`',
  },
  429: {
    description: 'A limit of the project or the job is exceeded. The message names it.',
    example: 'the project has used its 100 jobs and messages of this hour; try again in 1800 s',
    headers: ['Retry-After', 'limits'],
  },
  503: {
    description: 'The store is unavailable. Nothing was changed.',
    example: 'the job store cannot be reached right now: nothing was changed; try again in a few seconds',
    headers: ['Retry-After'],
  },
} as const satisfies Record<number, RefusalDescription>

type Refusal = keyof typeof REFUSALS

/** Responses that are errors. `descriptions`: what one means here, where it differs from other operations. */
export function describeRefusals(
  statuses: readonly Refusal[],
  descriptions: Readonly<Partial<Record<Refusal, string>>> = {},
) {
  const described = statuses.map((status) => {
    const { example, description, headers = [] }: RefusalDescription = REFUSALS[status]
    const response = describeResponse({
      description: descriptions[status] ?? description,
      headers,
      schema: ErrorBody,
      example: { error: example },
    })
    return [status, response]
  })
  return Object.fromEntries(described)
}

/** Of operations that start new work. */
export const NEEDS_INSTALLATION =
  'The job or project does not exist, the API key does not cover it, or the GitHub App is no longer installed on the repository.'

/** The headers of responses, described once. */
const HEADERS = {
  'X-Request-Id': ['string', 'Identifies the request in the log of the server.'],
  'Cache-Control': ['string', '`no-store` on errors and event streams; otherwise `private, no-cache`.'],
  Location: ['string', 'Path of the new job.'],
  ETag: ['string', 'Weak validator. Send it back in `If-None-Match`.'],
  'X-Job-Reason': [
    'string',
    'Only on a job that failed, or that has a question (`input-required`): the code of its reason, as in `GET …/runs`.',
  ],
  'Prentice-Ignored-Fields': [
    'string',
    'Fields of the body that the operation does not know and ignored, as a list of strings (RFC 9651), each with `use` if another name was meant: `"branch";use="ref"`.',
  ],
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
type HeaderName = Header | `${Header}?` | 'limits'

function describeHeaders(names: readonly HeaderName[]) {
  const all = names.flatMap((name) => (name === 'limits' ? [...LIMITS] : [name]))
  return Object.fromEntries(all.map(describeHeader))
}

function describeHeader(name: Header | `${Header}?`) {
  const bare = name.replace('?', '') as Header
  const [type, description] = HEADERS[bare]
  return [bare, { description, required: bare === name, schema: { type } }] as const
}
