import { APICallError } from 'ai'
import { readProviderError } from './read-provider-error.ts'
import { readPause, readRetryAfter } from './read-retry-after.ts'

/** What a failed model call means for a retry. */
export type ModelError =
  /** `status`: `null` for an error within a stream. */
  | { readonly kind: 'refused'; readonly detail: string; readonly status: number | null }
  /** The provider has no such model, or has retired it. */
  | { readonly kind: 'gone'; readonly detail: string }
  /** The account is empty: waiting does not help. */
  | { readonly kind: 'no-credit'; readonly detail: string }
  /** Because of what the request says. */
  | { readonly kind: 'content-refused'; readonly detail: string }
  | { readonly kind: 'too-long'; readonly detail: string }
  /** The provider could not read the call that the model wrote. */
  | { readonly kind: 'malformed'; readonly detail: string }
  | {
      readonly kind: 'temporary'
      readonly detail: string
      readonly retryAfterMs: number
      /** True: the provider refused the call for now, or was not reached. False: the answer was incomplete. */
      readonly isBusy: boolean
      /** True: because of a quota or a rate limit of the account. */
      readonly isLimit: boolean
    }

/**
 * The codes of providers and gateways, which decide before any words do. Numbers: https://docs.z.ai/api-reference/api-code.
 */
const CODES = {
  tooLong: new Set([
    'context_length_exceeded',
    'contextwindowexceedederror',
    'exceed_context_size_error',
    'model_max_prompt_tokens_exceeded',
    'request_too_large',
    'string_above_max_length',
    'tokens_limit_reached',
    '1261',
  ]),
  contentRefused: new Set([
    'content_filter',
    'content_policy_violation',
    'cyber_policy',
    'data_inspection_failed',
    'datainspectionfailed',
    'invalid_prompt',
    'moderation_blocked',
    'prohibited_content',
    'responsibleaipolicyviolation',
    '1301',
  ]),
  gone: new Set([
    'deploymentnotfound',
    'invalid_model',
    'model_decommissioned',
    'model_deprecated',
    'model_not_available',
    'model_not_found',
    'model_not_supported',
    'not_found_error',
    'resource_not_found_error',
    'unavailable_model',
    'unknown_model',
  ]),
  // Groq, if the model called a tool wrongly: its docs of tool use, under error handling
  malformed: new Set(['tool_use_failed']),
  // An empty account answers 429 like a busy server, but waiting does not help.
  noCredit: new Set([
    'allocationquota.freetieronly',
    'arrearage',
    'billing_error',
    'billing_hard_limit_reached',
    'billing_not_active',
    'credits_required',
    'exceeded_current_quota_error',
    'insufficient_balance',
    'insufficient_quota',
    'insufficient_user_quota',
    'terminal_quota_exhausted',
    '1113',
  ]),
  limit: new Set([
    'rate_limit_error',
    'rate_limit_exceeded',
    'resource_exhausted',
    'throttlingexception',
    'toomanyrequestsexception',
    'too_many_requests',
    'usage_limit_reached',
  ]),
  // Also within a stream, where no status says so.
  refused: new Set([
    'authentication_error',
    'invalid_api_key',
    'invalid_encrypted_content',
    'invalid_request_error',
    'permission_error',
    'thinking_signature_invalid',
    'unsupported_parameter',
  ]),
  busy: new Set([
    'engine_overloaded_error',
    'overloaded',
    'overloaded_error',
    'server_is_overloaded',
    'server_overloaded',
    'service_unavailable',
    'serviceunavailableexception',
    'unavailable',
  ]),
}

/** Where there is no code, words decide. Each alternative has its provider in the tests. */
const WORDS = {
  tooLong: new RegExp(
    [
      /context[_ -](length|limit|size|window)/,
      /maximum (prompt|model|input) length/,
      /(prompt|input) is too long|prompt too long|prompt exceeds max length/,
      /input (token count|tokens exceed|length .{0,80}exceeds)|range of input length should be/,
      /too many (input )?tokens|(exceeded model token limit|token limit exceeded)/,
      /(prompt|input|token)[^.]{0,60} exceeds the limit of \d/,
      /reduce the length of the (messages|prompt|input)|must have less than \d+ tokens/,
      /tokens \+ \W?max_new_tokens\W? must be <=|maximum supported sequence length/,
      /(prompt length|input tokens)[^.]{0,80} (should not|cannot) exceed|larger than the model input length/,
      /exceed max message tokens|max tokens of \d+ exceeded/,
    ]
      .map(({ source }) => source)
      .join('|'),
    'i',
  ),
  // OpenAI, for more tokens in one request than the account may send in a minute: waiting does not help, less text does.
  // Anthropic, for more than a subscription without extra usage includes.
  tooLongForLimit:
    /request too large for .{1,200}tokens per min|extra usage is required for (1m|long) context/i,
  wait: /\bplease wait before trying again\b/i,
  // Groq within a stream, of which the SDK passes on the words alone.
  malformed: /^failed to call a function\b/i,
  // A limit of the answer, although the words name the window. Groq.
  outputLimit: /^\W?max_(completion_|output_)?tokens\W? must be less than/i,
  // Servers of open models answer with 500 to an image: waiting does not help.
  noImages:
    /image input is not supported|required for image input|not compiled for multimodal|content part type: .?image_url/i,
  // Mistral with 400, the templates of its open models also with 500.
  turns: /\broles must alternate\b|\bunexpected role .?user\b.{0,20} after role/i,
  contentRefused:
    /content[_ ](filter|policy|management policy)|by our safety system|input was flagged|inappropriate content/i,
  noCredit: /credit balance is too low|insufficient (balance|credits?|funds|quota)|credits are required/i,
  limit: /rate.?limit|too many requests|resource.?exhausted|throttl/i,
  // Anthropic answers 400 if the limit that the account has set itself is reached.
  spendingLimit: /specified API usage limits/i,
  busy: /overloaded|unavailable|try again in/i,
  gone: /\bmodel not exist|is not a valid model id|invalid model\b|\bmodel\b.{0,120}\b(decommissioned|retired|end of (its )?life)/i,
  // OpenRouter, with 404, if what is asked with the model is not supported.
  notSupported: /endpoints found that support/i,
}

// 424: a server behind a gateway failed. 498 and 499: codes of Groq, in its list of API errors
const TEMPORARY_STATUS = new Set([408, 409, 424, 425, 429, 498, 499])

/**
 * The status and the provider's codes decide first, words last, and never words of the request. `now`: milliseconds since
 * 1970, for a provider that names the time of the next try. Pure.
 */
export function classifyModelError(error: unknown, now: number): ModelError {
  const { status, codes, message } = readProviderError(error)
  const has = (kind: keyof typeof CODES) => [...codes].some((code) => CODES[kind].has(code))
  const is429 = status === 429 && !has('busy')
  // At 429, and where the provider asks to wait, "too many tokens" are those of a minute.
  const isTooLong =
    is429 || (status === null && WORDS.wait.test(message))
      ? WORDS.tooLongForLimit.test(message)
      : WORDS.tooLong.test(message) && !WORDS.outputLimit.test(message)
  if (status === 413 || has('tooLong') || isTooLong) return { kind: 'too-long', detail: message }
  if (has('malformed') || WORDS.malformed.test(message)) return { kind: 'malformed', detail: message }
  if (status !== null && status >= 500 && (WORDS.noImages.test(message) || isAboutTurns(message)))
    return { kind: 'refused', detail: `${status}, ${message}`, status }
  if (has('contentRefused') || (!is429 && WORDS.contentRefused.test(message))) {
    return { kind: 'content-refused', detail: message }
  }
  if (status === 402 || has('noCredit') || WORDS.noCredit.test(message)) {
    return { kind: 'no-credit', detail: message }
  }
  const isLimit =
    is429 ||
    has('limit') ||
    (status === null && WORDS.limit.test(message)) ||
    (status === 400 && WORDS.spendingLimit.test(message))
  const isBusy = isLimit || has('busy') || (status === null ? WORDS.busy.test(message) : status >= 500)
  const mayPass = isLimit || isBusy || status === null || TEMPORARY_STATUS.has(status)
  if (!mayPass || (status === null && !isBusy && (has('refused') || has('gone')))) {
    const detail = status === null ? message : `${status}${nameUrl(error)}, ${message}`
    return isGone({ status, message }, has('gone'))
      ? { kind: 'gone', detail }
      : { kind: 'refused', detail, status }
  }
  const isCall = APICallError.isInstance(error)
  return {
    kind: 'temporary',
    detail: isCall && status !== null ? `${status}, ${message}` : message,
    retryAfterMs: isCall ? readRetryAfter(error, now) : readPause(message, now),
    // A call without a status did not reach the provider.
    isBusy: isBusy || (isCall && (status !== null || error.statusCode === undefined)),
    isLimit,
  }
}

/** Whether a message of the user was refused because of the message before it. Pure. */
export const isAboutTurns = (message: string): boolean => WORDS.turns.test(message)

/** A wrong path of the URL looks the same. A key that is not accepted does not: that is for a person to correct. */
const isGone = (
  { status, message }: { readonly status: number | null; readonly message: string },
  isNamed: boolean,
): boolean =>
  !WORDS.notSupported.test(message) &&
  (isNamed || status === 404 || status === 410 || (status !== 401 && WORDS.gone.test(message)))

/** A 404 may mean a wrong path or a wrong model. The URL is named without a login or a key that it may contain. */
function nameUrl(error: unknown): string {
  const parsed = APICallError.isInstance(error) && error.statusCode === 404 ? URL.parse(error.url) : null
  return parsed === null ? '' : ` at ${parsed.origin}${parsed.pathname}`
}
