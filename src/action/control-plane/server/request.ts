import { z } from 'zod'
import { ErrorBody } from '../../../contract/job.ts'
import { type Reason, ReportedReason } from '../../../contract/reasons.ts'
import { REASON_HEADER } from '../../../contract/runner-protocol.ts'

/** The app answered, and the answer is no, or none of the protocol's. */
export class ServerRefusal extends Error {
  readonly status: number
  /** Seconds after which the app wants to be asked again. */
  readonly retryAfter: number | null
  /** Why the run is to end, where the app says so. */
  readonly reason: Reason | null

  constructor(status: number, message: string, retryAfter: number | null, reason: Reason | null = null) {
    super(message)
    this.name = 'ServerRefusal'
    this.status = status
    this.retryAfter = retryAfter
    this.reason = reason
  }
}

export interface ServerRequest {
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
}

/** One request, no retries. Throws `ServerRefusal`, or what `fetch` throws where there was no answer. */
export async function requestServer<T>(call: ServerRequest, answer: z.ZodType<T>): Promise<T> {
  // A redirect would carry the run secret to wherever it points.
  const response = await fetch(call.url, {
    method: call.method,
    headers: call.headers,
    body: call.body,
    redirect: 'error',
    signal: call.signal,
  })
  const text = await response.text()
  if (!response.ok) throw refusalOf(response, messageOf(response.status, text))
  const parsed = answer.safeParse(text === '' ? undefined : parseJson(text))
  if (parsed.success) return parsed.data
  const wrong = `its answer is not of the runner protocol; does \`app-url\` name a Prentice server?`
  throw new ServerRefusal(response.status, `${wrong} ${z.prettifyError(parsed.error)}`, null)
}

function refusalOf(response: Response, message: string): ServerRefusal {
  const reason = ReportedReason.safeParse({ code: response.headers.get(REASON_HEADER), message })
  return new ServerRefusal(response.status, message, waitOf(response), reason.data ?? null)
}

function messageOf(status: number, text: string): string {
  const parsed = ErrorBody.safeParse(parseJson(text))
  return parsed.success ? parsed.data.error : `the app answered HTTP ${status}`
}

/** Something in front of the app may answer in HTML. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function waitOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
