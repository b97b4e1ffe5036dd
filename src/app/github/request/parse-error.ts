import { z } from 'zod'
import { redirectOf } from '../../../net/without-redirects.ts'

/** A failed request, parsed from the error that Octokit threw. */
export interface ParsedError {
  /** `null`: no response. */
  readonly status: number | null
  /** The message of GitHub, or of the network error. */
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  /** The failed request was for an installation token, which Octokit requests first. */
  readonly onToken: boolean
  /** The request was made as the App itself, with its JWT. */
  readonly byApp: boolean
  /** The request asked about the installation of the token itself, and about no repository. */
  readonly ofInstallation: boolean
  /** Where GitHub redirects the request to, which may be a signed address; `null`: it does not. */
  readonly redirect: { readonly location: string | null; readonly isElsewhere: boolean } | null
  /** The connection failed, so the request never reached GitHub. */
  readonly notSent: boolean
  /** A rate limit that began a pause: the end of the pause, which may be later than that of the limit (epoch ms). */
  readonly pausedUntil?: number
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

/** `null` if the error does not come from a request, and so is a bug. */
export function parseError(error: unknown): ParsedError | null {
  const parsed = HttpError.safeParse(error)
  if (!parsed.success) return null
  const { status, request, response, message } = parsed.data
  const url = request?.url ?? ''
  const redirected = redirectOf(error)
  return {
    status: redirected?.status ?? (response === undefined ? null : status),
    redirect: redirected && {
      location: redirected.location,
      isElsewhere: URL.parse(redirected.location ?? '')?.origin !== URL.parse(url)?.origin,
    },
    message: response === undefined ? message : textOf(response.data, message),
    headers: definedOnly(response?.headers ?? {}),
    onToken: /\/access_tokens$/.test(url),
    // Relative to the API root, which has its own path on Enterprise Server. A repository may be called `app`, too.
    byApp: /^https?:\/\/[^/]+(\/api\/v3)?\/app([/?]|$)/.test(url),
    ofInstallation: /^https?:\/\/[^/]+(\/api\/v3)?\/installation\//.test(url),
    notSent:
      response === undefined &&
      redirected === null &&
      causes(error).some((code) => NEVER_CONNECTED.has(code)),
    cause: error,
  }
}

/** GitHub's message with its `errors`, without the link that Octokit appends. */
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

/** Codes in the chain of causes. A failed connection to several addresses has a list of errors. */
function causes(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors : []
  return [...code, ...[error.cause, ...inner].flatMap(causes)]
}
