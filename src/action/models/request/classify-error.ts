import { APICallError } from 'ai'

/** What a failed model call means for a retry. */
export type ModelError =
  | { readonly kind: 'refused'; readonly detail: string }
  /** Because of what the request says. */
  | { readonly kind: 'content-refused'; readonly detail: string }
  | { readonly kind: 'too-long'; readonly detail: string }
  | {
      readonly kind: 'temporary'
      readonly detail: string
      readonly retryAfterMs: number
      /** True: the provider refused the call for now, or was not reached. False: the answer was incomplete. */
      readonly isBusy: boolean
    }

// Providers share no code for "the conversation is too long". These are their wordings.
const TOO_LONG =
  /context[_ ](length|limit|size|window)|maximum (context|(prompt|model|input) length)|prompt is too long|input (token count|is too long)|too many (input )?tokens|request_too_large/i

// An empty account answers 429 like a busy server, but waiting does not help.
const NO_CREDIT = /insufficient_quota|credit balance is too low/i

// Azure, OpenAI, Anthropic.
const CONTENT_REFUSED = /content[_ ](filter|policy|management policy)|invalid_prompt|by our safety system/i

// An error within a stream has no status, only a message.
const BUSY = /overloaded|rate.?limit|too many requests|unavailable|try again in/i

const TEMPORARY_STATUS = new Set([408, 409, 425, 429])

/** `now`: milliseconds since 1970, for a provider that names the time of the next try. */
export function classifyError(error: unknown, now: number): ModelError {
  const detail = describe(error)
  const wording = APICallError.isInstance(error) ? `${detail} ${error.responseBody ?? ''}` : detail
  const isTooLarge = APICallError.isInstance(error) && error.statusCode === 413
  if (isTooLarge || TOO_LONG.test(wording)) return { kind: 'too-long', detail }
  if (CONTENT_REFUSED.test(wording)) return { kind: 'content-refused', detail }
  if (NO_CREDIT.test(wording)) return { kind: 'refused', detail }
  if (!APICallError.isInstance(error)) {
    return { kind: 'temporary', detail, retryAfterMs: readPause(detail), isBusy: BUSY.test(detail) }
  }
  const status = error.statusCode ?? 0
  if (status >= 400 && status < 500 && !TEMPORARY_STATUS.has(status)) {
    return { kind: 'refused', detail: `${status}${nameUrl(error)}, ${detail}` }
  }
  // A 200 with an unreadable body has a status too. Naming it would mislead.
  const named = status >= 400 ? `${status}, ${detail}` : detail
  const isBusy = error.statusCode === undefined || status >= 400
  return { kind: 'temporary', detail: named, retryAfterMs: readRetryAfter(error, now), isBusy }
}

/** A 404 may mean a wrong path or a wrong model. The URL is named without a login or a key that it may contain. */
function nameUrl({ statusCode, url }: APICallError): string {
  const parsed = statusCode === 404 ? URL.parse(url) : null
  return parsed === null ? '' : ` at ${parsed.origin}${parsed.pathname}`
}

function readRetryAfter({ responseHeaders = {}, responseBody = '' }: APICallError, now: number): number {
  const milliseconds = Number.parseFloat(responseHeaders['retry-after-ms'] ?? '')
  if (milliseconds > 0) return milliseconds
  // Google has it in the body, as in `"retryDelay": "12s"`.
  const [, delay] = /"retryDelay":\s*"([\d.]+)s"/.exec(responseBody) ?? []
  const asked = responseHeaders['retry-after'] ?? delay
  if (asked === undefined) return readPause(responseBody)
  const seconds = Number(asked)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds * 1000)
  // https://www.rfc-editor.org/rfc/rfc9110#field.retry-after has a date as its other form.
  const until = Date.parse(asked)
  return Number.isNaN(until) ? 0 : Math.max(0, until - now)
}

/** OpenAI has it in its message, as in "Please try again in 1.898s"; also 20ms, 6m0s, 1h2m3s. */
function readPause(words: string): number {
  const [, amounts = ''] = /try again in ((?:[\d.]+(?:ms|h|m|s))+)/i.exec(words) ?? []
  return [...amounts.matchAll(/([\d.]+)(ms|h|m|s)/gi)]
    .map(([, amount, unit = '']) => Number(amount) * (UNITS[unit.toLowerCase()] ?? 0))
    .reduce((sum, milliseconds) => sum + (Number.isNaN(milliseconds) ? 0 : milliseconds), 0)
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Errors within a stream are plain objects or strings, as the provider sent them. */
function describe(error: unknown): string {
  if (error instanceof Error) return error.message || error.name
  if (typeof error === 'string') return error
  return JSON.stringify(error) ?? 'an unnamed error'
}
