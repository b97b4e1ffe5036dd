export interface ErrorDetails {
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
