import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import { z } from 'zod'
import { ACTION_USER_AGENT } from '../../../contract/github.ts'
import { ErrorBody } from '../../../contract/job.ts'
import { type Reason, ReportedReason } from '../../../contract/reasons.ts'
import { REASON_HEADER } from '../../../contract/runner-protocol/protocol.ts'

// Egress: sends what `openServerClient` has redacted, and the patch of `savePatch`.

/** The server's response is an error, or does not follow the runner protocol. */
export class ServerRefusal extends Error {
  readonly status: number
  /** Seconds of the `Retry-After` header. */
  readonly retryAfter: number | null
  /** Set if the server says that the run must end, and why. */
  readonly reason: Reason | null

  constructor(status: number, message: string, retryAfter: number | null, reason: Reason | null = null) {
    super(message)
    this.name = 'ServerRefusal'
    this.status = status
    this.retryAfter = retryAfter
    this.reason = reason
  }
}

interface ServerRequest {
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
}

/** One request, no retries. Throws `ServerRefusal`, or the error of `fetch` if there was no response. */
export async function requestServer<T>(call: ServerRequest, schema: z.ZodType<T>): Promise<T> {
  // A redirect would send the run secret to another address.
  const response = await fetch(call.url, {
    method: call.method,
    headers: { ...call.headers, 'user-agent': ACTION_USER_AGENT },
    body: call.body,
    redirect: 'error',
    signal: call.signal,
  })
  const text = await response.text()
  if (!response.ok) throw refusalOf(response, messageOf(response.status, text))
  const parsed = schema.safeParse(text === '' ? undefined : parseJson(text))
  if (parsed.success) return parsed.data
  const wrong = `its response does not follow the runner protocol; does \`app-url\` name a Prentice server?`
  throw new ServerRefusal(response.status, `${wrong} ${z.prettifyError(parsed.error)}`, null)
}

function refusalOf(response: Response, message: string): ServerRefusal {
  const reason = ReportedReason.safeParse({ code: response.headers.get(REASON_HEADER), message })
  return new ServerRefusal(response.status, message, retryAfterOf(response), reason.data ?? null)
}

function messageOf(status: number, text: string): string {
  const parsed = ErrorBody.safeParse(parseJson(text))
  return parsed.success ? parsed.data.error : `the server responded with HTTP ${status}`
}

/** A proxy in front of the server may respond in HTML. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

export interface RetryPolicy {
  /** Total time for all attempts, in ms. */
  readonly totalMs: number
  /** First wait, in ms. Each further one is twice as long, up to 20 s. */
  readonly firstWaitMs: number
}

/** No shorter than `policy`, and up to a deadline by the same clock as `now`. Pure. */
export const untilDeadline = (policy: RetryPolicy, deadline: number, now: number): RetryPolicy => ({
  ...policy,
  totalMs: Math.max(policy.totalMs, deadline - now),
})

/**
 * Long enough for a restart of the server, and for the two and a half minutes in which it doubts a refusal of GitHub. Short
 * compared to the time limit of the workflow job.
 */
export const DEFAULT_RETRIES: RetryPolicy = { totalMs: 240_000, firstWaitMs: 1000 }

const MAX_WAIT_MS = 20_000

/** Retries if there is no response, on 5xx and on 429. Other responses are final. `onRetry` is called before each wait. */
export function withRetries<T>(
  call: () => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal,
  onRetry: (error: Error) => void = () => {},
): Promise<T> {
  return pRetry(() => call().catch(asError), {
    retries: Number.POSITIVE_INFINITY,
    maxRetryTime: policy.totalMs,
    minTimeout: policy.firstWaitMs,
    maxTimeout: MAX_WAIT_MS,
    randomize: true,
    signal,
    shouldRetry: ({ error }) => isTransient(error),
    onFailedAttempt: async ({ error }) => {
      if (isTransient(error)) onRetry(error)
      if (error instanceof ServerRefusal && error.retryAfter !== null && isTransient(error)) {
        await sleep(waitMsOf(error.retryAfter), undefined, { signal })
      }
    },
  })
}

/** Seconds of a `Retry-After` header as milliseconds, no longer than any other wait. */
export const waitMsOf = (retryAfter: number): number => Math.min(retryAfter * 1000, MAX_WAIT_MS)

export function isTransient(error: unknown): boolean {
  return !(error instanceof ServerRefusal) || error.status === 429 || error.status >= 500
}

/** `fetch` throws TypeErrors with varying texts; p-retry does not retry a TypeError that it does not recognize. */
function asError(error: unknown): never {
  if (!(error instanceof TypeError)) throw error
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  throw new Error(cause, { cause: error })
}
