import type { HeaderName } from './describe-headers.ts'

export interface RefusalDescription {
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
    example: 'the API key lacks the scope write; make one that has it',
    headers: ['WWW-Authenticate?'],
  },
  404: {
    description: 'The job or project does not exist, or the API key does not cover it.',
    example: 'there is no job "job_01m7xk4ymke8m8qhxhtq1qmf80" in this project',
  },
  409: {
    description: 'The state of the job does not allow the request.',
    example: 'this Idempotency-Key was used with another body; use a new key for a new request',
  },
  410: {
    description: 'The requested events have been deleted.',
    example: 'this event is kept no more; open the stream without Last-Event-ID',
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

export type Refusal = keyof typeof REFUSALS

export const refusal = (status: Refusal): RefusalDescription => REFUSALS[status]

/** Of operations that start new work. */
export const NEEDS_INSTALLATION =
  'The job or project does not exist, the API key does not cover it, or the GitHub App is no longer installed on the repository.'
