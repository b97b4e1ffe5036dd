import { setTimeout as sleep } from 'node:timers/promises'
import { type Reason, type ReasonCode, reason } from '../../../contract/reasons.ts'
import { cutHead } from '../../../contract/text.ts'
import type { ModelHandle } from '../providers/model-handle.ts'
import type { RetrySettings } from '../providers/retry-settings.ts'
import { classifyError, type ModelError } from './classify-error.ts'
import { type ModelRequest, type StreamedAnswer, streamAnswer } from './stream-answer.ts'

export type RequestResult =
  | { readonly kind: 'answered'; readonly answer: StreamedAnswer }
  /** By the signal of the request, or because a retry would exceed a limit. */
  | { readonly kind: 'aborted' }
  | { readonly kind: 'failed'; readonly reason: Reason; readonly quota?: SpentQuota }

/** A limit of the account that ends automatically, but later than the run can wait. */
export interface SpentQuota {
  /** As the provider says; `null`: it does not say. */
  readonly againInMs: number | null
}

export interface RetryOptions {
  /** Whether the run may still ask the model after so many milliseconds. */
  mayAskAgain(afterMs: number): boolean
  /** From 0 up to 1. */
  random(): number
}

/**
 * Retries until an answer is complete. A failed try has no effect: its tool calls are made by the caller, after the
 * answer is complete, so no edit happens twice.
 */
export async function askWithRetries(request: ModelRequest & RetryOptions): Promise<RequestResult> {
  const { model, signal, now } = request
  let firstFailureAt: number | null = null
  for (let failed = 1, incomplete = 0, mayBeMalformed = false; ; failed += 1) {
    const attempt = await tryOnce(request, mayBeMalformed)
    if (attempt.ok) return { kind: 'answered', answer: attempt.answer }
    const { error } = attempt
    mayBeMalformed ||= error === MALFORMED
    if (signal.aborted) return { kind: 'aborted' }
    const giveUp = nameFailure(error, model)
    if (error.kind !== 'temporary') return giveUp
    firstFailureAt ??= now()
    if (!error.isBusy) incomplete += 1
    const soFar = { failed, incomplete, elapsedMs: now() - firstFailureAt }
    const waitMs = planRetry(error, soFar, { settings: model.retrySettings, random: request.random() })
    if (waitMs === null) return giveUp
    if (!request.mayAskAgain(0)) return { kind: 'aborted' }
    // The run would have ended by then.
    if (!request.mayAskAgain(waitMs)) return giveUp
    if (!(await waited(waitMs, signal))) return { kind: 'aborted' }
  }
}

type Attempt =
  | { readonly ok: true; readonly answer: StreamedAnswer }
  | { readonly ok: false; readonly error: ModelError }

/** A malformed call is mostly correct at the second try. `mayBeMalformed`: it was not. */
async function tryOnce(request: ModelRequest, mayBeMalformed: boolean): Promise<Attempt> {
  try {
    const answer = await streamAnswer(request)
    if (answer.end !== 'malformed' || mayBeMalformed) return { ok: true, answer }
    request.onBrokenOff(answer.usage)
    return { ok: false, error: MALFORMED }
  } catch (error) {
    return { ok: false, error: classifyError(error, request.now()) }
  }
}

const MALFORMED: ModelError = {
  kind: 'temporary',
  detail: 'the call was malformed',
  retryAfterMs: 0,
  isBusy: false,
  isLimit: false,
}

export interface FailedTries {
  /** How many tries failed, this one included. */
  readonly failed: number
  /** How many of them returned an incomplete answer, rather than none. */
  readonly incomplete: number
  /** Since the first of them. */
  readonly elapsedMs: number
}

const SPREAD = 0.2

/**
 * Milliseconds until the next try; `null`: give up. A busy provider charges nothing for its refusal and is retried for a
 * time; incomplete answers may cost something and are counted. `random`, from 0 up to 1, spreads the retries of runs
 * that were refused together. Pure.
 */
export function planRetry(
  error: Extract<ModelError, { kind: 'temporary' }>,
  { failed, incomplete, elapsedMs }: FailedTries,
  { settings, random }: { readonly settings: RetrySettings; readonly random: number },
): number | null {
  const isOver = error.isBusy ? elapsedMs >= settings.patienceMs : incomplete >= settings.tries
  if (isOver || error.retryAfterMs > settings.longestWaitMs) return null
  const backoff = Math.min(settings.backoffMs * 2 ** (failed - 1), settings.longestBackoffMs)
  return Math.max(error.retryAfterMs, backoff * (1 + SPREAD * (2 * random - 1)))
}

async function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(milliseconds, undefined, { signal })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

function nameFailure(error: ModelError, { name, secrets }: ModelHandle): RequestResult {
  // Some providers quote the key that they refuse.
  const detail = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), error.detail)
  const failed = {
    kind: 'failed',
    reason: reason(codeOf(error), `${name} (${cutHead(detail.trim(), 400)})`),
  } as const
  if (error.kind !== 'temporary' || !error.isLimit) return failed
  return { ...failed, quota: { againInMs: error.retryAfterMs === 0 ? null : error.retryAfterMs } }
}

const CODES = {
  refused: 'model-refused',
  'no-credit': 'quota-spent',
  'content-refused': 'content-refused',
  'too-long': 'context-too-long',
} as const

function codeOf(error: ModelError): ReasonCode {
  if (error.kind !== 'temporary') return CODES[error.kind]
  return error.isLimit ? 'quota-spent' : 'model-failed'
}
