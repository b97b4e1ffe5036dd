import type { z } from 'zod'
import { ErrorBody } from '../../../../contract/job.ts'
import { describeHeaders, type HeaderName } from './describe-headers.ts'

/** Every operation needs an API key. */
export const API_KEY = [{ apiKey: [] }]

export interface ResponseDescription {
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
