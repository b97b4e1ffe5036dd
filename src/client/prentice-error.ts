interface ErrorDetails {
  readonly status: number | null
  readonly retryAfter?: number | null
  readonly requestId?: string | null
  readonly cause?: unknown
}

/** The server refused a request, or did not respond. */
export class PrenticeError extends Error {
  override readonly name = 'PrenticeError'
  /** The HTTP status; `null`: there was no response. */
  readonly status: number | null
  /** Seconds after which the server may accept the request; `null`: the server named no time. */
  readonly retryAfter: number | null
  /** Identifies the request in the log of the server. */
  readonly requestId: string | null

  constructor(message: string, { status, retryAfter = null, requestId = null, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.retryAfter = retryAfter
    this.requestId = requestId
  }
}

/** The error that a refused request is answered with. */
export async function readError(response: Response): Promise<PrenticeError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  return new PrenticeError(errorMessage(text) ?? describeForeignResponse(response), {
    status,
    retryAfter: readRetryAfter(headers.get('retry-after')),
    requestId: headers.get('x-request-id'),
  })
}

function errorMessage(text: string): string | null {
  try {
    const { error } = JSON.parse(text)
    if (typeof error === 'string') return error
    // An error of the MCP server.
    return typeof error?.message === 'string' ? error.message : null
  } catch {
    return null
  }
}

/** From a proxy, or from a server that is not Prentice. */
export const describeForeignResponse = ({ status, headers }: Response): string => {
  const type = headers.get('content-type') ?? 'no content type'
  return `the response has status ${status} and ${type}, so it is not from Prentice: check the address of the server and the proxies before it`
}

/** Redirects are not followed: the key is for one address only. */
export function redirectError({ status, headers }: Response, baseUrl: string): PrenticeError {
  const target = headers.get('location')
  const where = target === null ? 'elsewhere' : `to ${target.slice(0, 200)}`
  return new PrenticeError(
    `${baseUrl} redirects ${where}; the API key is not sent there: use the final address of the server`,
    { status: status === 0 ? null : status },
  )
}

/** Seconds, or a date as proxies write it. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
