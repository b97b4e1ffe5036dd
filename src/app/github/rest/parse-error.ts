import { z } from 'zod'

/** A request that did not go well, read from what Octokit threw. */
export interface ParsedError {
  /** `null`: no answer came. */
  readonly status: number | null
  /** GitHub's own words, or those of the network. */
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  /** The request was the one for an installation token, which Octokit makes before the one that was meant. */
  readonly onToken: boolean
  /** The app spoke for itself, by its JWT. */
  readonly byApp: boolean
  /** No connection came about, so GitHub has not seen the request. */
  readonly notSent: boolean
  readonly cause: unknown
}

const HttpError = z.object({
  message: z.string(),
  status: z.number(),
  request: z.object({ url: z.string() }).optional(),
  response: z
    .object({
      headers: z.record(z.string(), z.union([z.string(), z.number()]).transform(String).optional()),
      data: z.unknown(),
    })
    .optional(),
})

const Body = z.object({ message: z.string(), errors: z.array(z.unknown()).optional() })

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** `null` if the error does not come from a request: then it is a fault of ours. */
export function parseError(error: unknown): ParsedError | null {
  const parsed = HttpError.safeParse(error)
  if (!parsed.success) return null
  const { status, request, response, message } = parsed.data
  const url = request?.url ?? ''
  return {
    status: response === undefined ? null : status,
    message: response === undefined ? message : textOf(response.data, message),
    headers: definedOnly(response?.headers ?? {}),
    onToken: /\/access_tokens$/.test(url),
    // Relative to the API root, which has its own path on Enterprise Server. A repository may be called `app`, too.
    byApp: /^https?:\/\/[^/]+(\/api\/v3)?\/app([/?]|$)/.test(url),
    notSent: response === undefined && causes(error).some((code) => NEVER_CONNECTED.has(code)),
    cause: error,
  }
}

/** GitHub's message with what it names in `errors`, without the link that Octokit appends. */
function textOf(data: unknown, fallback: string): string {
  const body = Body.safeParse(data)
  if (!body.success) return fallback
  const { message, errors = [] } = body.data
  const details = errors.map((error) => (typeof error === 'string' ? error : JSON.stringify(error)))
  return [message, ...details].join(': ')
}

function definedOnly(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** Codes along the chain of causes; a failed connection to several addresses holds its errors in a list. */
function causes(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors : []
  return [...code, ...[error.cause, ...inner].flatMap(causes)]
}
