import { REASON_HEADER } from '../../../contract/runner-protocol/protocol.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import {
  RecordUnreadable,
  StoreContended,
  StoreFull,
  StoreUnavailable,
  WriteUnconfirmed,
} from '../../store/store.ts'

/** An answer that is not a success. `message` is for the caller: what is wrong and what to do. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True: logged as an error, with its stack. */
  readonly unexpected: boolean
}

/** The one place where an error becomes an answer. */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof HttpError) return answer(error.status, error.message, error.headers)
  if (error instanceof StoreUnavailable) {
    return { ...answer(503, storeFailure(error), { 'retry-after': '5' }), unexpected: true }
  }
  if (error instanceof GithubUnavailable) {
    const text = 'GitHub cannot be reached right now; try again in a few seconds'
    return { ...answer(503, text, { 'retry-after': '5' }), unexpected: true }
  }
  if (error instanceof RecordUnreadable) return { ...answer(500, error.message, {}), unexpected: true }
  if (error instanceof GithubRefused) {
    const { code, message } = error.reason
    return answer(422, message, { [REASON_HEADER]: code })
  }
  return {
    ...answer(500, 'an error of the server: its log has the request id of this answer', {}),
    unexpected: true,
  }
}

function storeFailure(error: StoreUnavailable): string {
  if (error instanceof StoreFull)
    return `the ${error.part} of the job store is full: nothing was changed; try again when the operator of this server has freed space`
  if (error instanceof StoreContended)
    return 'too many requests change the same record: nothing was changed; try again in a few seconds'
  if (error instanceof WriteUnconfirmed)
    return 'the job store did not confirm the change, which may have been made; try again in a few seconds, with the same Idempotency-Key if you sent one'
  return 'the job store cannot be reached right now: nothing was changed; try again in a few seconds'
}

function answer(status: number, error: string, headers: Readonly<Record<string, string>>): ErrorResponse {
  const body = JSON.stringify({ error })
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      // The response to HEAD also carries it.
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    },
    body,
    unexpected: false,
  }
}

/** What a caller sent, short enough for a message. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** A known path with another method: RFC 9110, section 15.5.6. */
export const methodNotAllowed =
  (allow: string) =>
  (c: { readonly req: { readonly method: string } }): never => {
    throw new HttpError(405, `${c.req.method} is not allowed here; use ${allow}`, { allow })
  }
