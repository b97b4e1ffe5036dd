import { APICallError } from 'ai'
import { readPause, readRetryAfter } from './read-retry-after.ts'

/** What a failed model call means for a retry. */
export type ModelError =
  | { readonly kind: 'refused'; readonly detail: string }
  /** The account is empty: waiting does not help. */
  | { readonly kind: 'no-credit'; readonly detail: string }
  /** Because of what the request says. */
  | { readonly kind: 'content-refused'; readonly detail: string }
  | { readonly kind: 'too-long'; readonly detail: string }
  | {
      readonly kind: 'temporary'
      readonly detail: string
      readonly retryAfterMs: number
      /** True: the provider refused the call for now, or was not reached. False: the answer was incomplete. */
      readonly isBusy: boolean
      /** True: because of a quota or a rate limit of the account. */
      readonly isLimit: boolean
    }

// Providers share no code for "the conversation is too long". These are their wordings. The last is OpenAI's for more tokens
// than the account may send in a minute: waiting does not help, less text does.
const TOO_LONG =
  /context[_ ](length|limit|size|window)|maximum (context|(prompt|model|input) length)|prompt is too long|input (token count|is too long)|too many (input )?tokens|request_too_large|request too large for .{1,200}tokens per min/i

// An empty account answers 429 like a busy server, but waiting does not help. Others answer 402.
const NO_CREDIT = /insufficient_quota|credit balance is too low/i

// Azure, OpenAI, Anthropic.
const CONTENT_REFUSED = /content[_ ](filter|policy|management policy)|invalid_prompt|by our safety system/i

// An error within a stream has no status, only a message.
const BUSY = /overloaded|unavailable|try again in/i
const LIMIT = /rate.?limit|too many requests|resource.?exhausted/i
const SPENDING_LIMIT = /specified API usage limits/i

const TEMPORARY_STATUS = new Set([408, 409, 425, 429])

/** `now`: milliseconds since 1970, for a provider that names the time of the next try. */
export function classifyError(error: unknown, now: number): ModelError {
  const detail = describe(error)
  const wording = APICallError.isInstance(error) ? `${detail} ${error.responseBody ?? ''}` : detail
  const isTooLarge = APICallError.isInstance(error) && error.statusCode === 413
  if (isTooLarge || TOO_LONG.test(wording)) return { kind: 'too-long', detail }
  if (CONTENT_REFUSED.test(wording)) return { kind: 'content-refused', detail }
  const isUnpaid = APICallError.isInstance(error) && error.statusCode === 402
  if (isUnpaid || NO_CREDIT.test(wording)) return { kind: 'no-credit', detail }
  if (!APICallError.isInstance(error)) {
    const isLimit = LIMIT.test(detail)
    return {
      kind: 'temporary',
      ...{ detail, isLimit, isBusy: isLimit || BUSY.test(detail) },
      retryAfterMs: readPause(detail, now),
    }
  }
  const status = error.statusCode ?? 0
  // Anthropic answers 400 if the limit that the account has set itself is reached.
  const isLimit = status === 429 || (status === 400 && SPENDING_LIMIT.test(wording))
  if (!isLimit && status >= 400 && status < 500 && !TEMPORARY_STATUS.has(status)) {
    return { kind: 'refused', detail: `${status}${nameUrl(error)}, ${detail}` }
  }
  // A 200 with an unreadable body has a status too. Naming it would mislead.
  const named = status >= 400 ? `${status}, ${detail}` : detail
  const isBusy = error.statusCode === undefined || status >= 400
  return { kind: 'temporary', detail: named, retryAfterMs: readRetryAfter(error, now), isBusy, isLimit }
}

/** A 404 may mean a wrong path or a wrong model. The URL is named without a login or a key that it may contain. */
function nameUrl({ statusCode, url }: APICallError): string {
  const parsed = statusCode === 404 ? URL.parse(url) : null
  return parsed === null ? '' : ` at ${parsed.origin}${parsed.pathname}`
}

/** Errors within a stream are plain objects or strings, as the provider sent them. */
function describe(error: unknown): string {
  if (error instanceof Error) return error.message || error.name
  if (typeof error === 'string') return error
  return JSON.stringify(error) ?? 'an unnamed error'
}
