import { setTimeout as sleep } from 'node:timers/promises'
import { type Reason, type ReasonCode, reason } from '../../../contract/reasons.ts'
import { cutHead } from '../../../contract/text.ts'
import type { ModelHandle } from '../providers/open-model.ts'
import type { RetrySettings } from '../providers/retry-settings.ts'
import { classifyModelError, isAboutTurns, type ModelError } from './classify-model-error.ts'
import { hasReasoning } from './normalize-messages.ts'
import { type ModelRequest, type StreamedAnswer, streamAnswer } from './stream-answer.ts'

export type RequestResult =
  | { readonly kind: 'answered'; readonly answer: StreamedAnswer }
  /** By the signal of the request, or because a retry would exceed a limit. */
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'failed'
      readonly reason: Reason
      readonly quota?: SpentQuota
      /** What the provider said. Present if the model is down, out of quota or retired: another one may answer. */
      readonly unavailable?: string
    }

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
  /** Called before each wait. */
  onRetry(retry: PlannedRetry): void
}

/** Why a request is made again, and when. Times in milliseconds since 1970. */
export interface PlannedRetry {
  readonly why: string
  readonly retry: number
  readonly next: number
  /** `null`: after a number of tries. */
  readonly until: number | null
}

/**
 * Retries until an answer is complete. A failed try has no effect: its tool calls are made by the caller, after the
 * answer is complete, so no edit happens twice.
 */
export async function askWithRetries(request: ModelRequest & RetryOptions): Promise<RequestResult> {
  const { model, signal, now } = request
  let firstFailureAt: number | null = null
  let refused: Refusal | null = null
  for (let failed = 1, incomplete = 0, mayBeMalformed = false; ; failed += 1) {
    const attempt = await tryOnce(request, mayBeMalformed)
    if (attempt.ok) return { kind: 'answered', answer: attempt.answer }
    const { error } = attempt
    mayBeMalformed ||= error === MALFORMED
    if (signal.aborted) return { kind: 'aborted' }
    if (error.kind === 'refused') {
      if (request.endpoint.turns === 'free' && isAboutTurns(error.detail) && request.mayAskAgain(0)) {
        request.endpoint.turns = 'strict'
        continue
      }
      // After a refused forced call, the caller asks again without force.
      const mayRetry = refused === null && request.force === null && request.mayAskAgain(0)
      if (mayRetry && mayMeanReasoning(error, request)) {
        refused = error
        request.endpoint.reasoning = isAboutThinking(error, request) ? 'off' : 'left out'
        continue
      }
      // Not because of reasoning.
      if (refused !== null) request.endpoint.reasoning = 'kept'
      return nameFailure(refused ?? error, model)
    }
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
    request.onRetry({
      why: withoutSecrets(error.detail, model),
      retry: failed,
      next: now() + waitMs,
      // The try that is announced is made, however long it waits.
      until: error.isBusy ? Math.max(now() + waitMs, firstFailureAt + model.retrySettings.patienceMs) : null,
    })
    if (!(await waited(waitMs, signal))) return { kind: 'aborted' }
  }
}

type Refusal = Extract<ModelError, { kind: 'refused' }>

/**
 * Whether the same request without reasoning may be accepted. Servers refuse reasoning of another model, account or
 * version, and fields for it that they do not know, each with its own words.
 */
const mayMeanReasoning = ({ status, detail }: Refusal, { endpoint, messages }: ModelRequest): boolean =>
  endpoint.reasoning === 'kept' &&
  (status === 400 || status === 422 || status === null) &&
  (hasReasoning(messages) || /thought_?signature/i.test(detail) || NAMES_THINKING.test(detail))

const NAMES_THINKING = /\bthinking\b/i

/**
 * Without the thoughts of its earlier calls, Anthropic accepts a conversation only if thinking is disabled, and a gateway
 * to it only if no effort is named.
 * https://docs.claude.com/en/docs/build-with-claude/extended-thinking#toggling-thinking-modes-in-conversations
 */
const isAboutThinking = ({ detail }: Refusal, { model: { provider } }: ModelRequest): boolean =>
  provider === 'anthropic' || (provider === 'openai-compatible' && NAMES_THINKING.test(detail))

type Failed = Exclude<ModelError, { kind: 'malformed' }>

type Attempt =
  | { readonly ok: true; readonly answer: StreamedAnswer }
  | { readonly ok: false; readonly error: Failed }

/** A malformed call is mostly correct at the second try. `mayBeMalformed`: it was not. */
async function tryOnce(request: ModelRequest, mayBeMalformed: boolean): Promise<Attempt> {
  try {
    const answer = await streamAnswer(request)
    if (answer.end !== 'malformed' || mayBeMalformed) return { ok: true, answer }
    request.onBrokenOff(answer.usage)
    return { ok: false, error: MALFORMED }
  } catch (error) {
    const failed = classifyModelError(error, request.now())
    if (failed.kind !== 'malformed') return { ok: false, error: failed }
    // The model wrote no call, or another one: asked without force, it may say something.
    if (request.force !== null) return { ok: false, error: { ...failed, kind: 'refused', status: 400 } }
    return mayBeMalformed ? { ok: true, answer: UNREADABLE } : { ok: false, error: MALFORMED }
  }
}

/** Some providers refuse the request in place of an answer. What they have counted is not known. */
const UNREADABLE: StreamedAnswer = {
  ...{ text: '', calls: [], end: 'malformed', length: 0, message: null },
  usage: {
    inputTokens: undefined,
    inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
    outputTokens: undefined,
    outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
    totalTokens: undefined,
  },
}

const MALFORMED: Failed = {
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

/** Some providers quote the key that they refuse. */
const withoutSecrets = (detail: string, { secrets }: ModelHandle): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, '***'), detail).trim()

function nameFailure(error: Failed, model: ModelHandle): RequestResult {
  const said = cutHead(withoutSecrets(error.detail, model), 400)
  const failed = {
    kind: 'failed',
    reason: reason(codeOf(error), `${model.name} (${said})`),
    ...(UNAVAILABLE.has(error.kind) && { unavailable: said }),
  } as const
  if (error.kind !== 'temporary' || !error.isLimit) return failed
  return { ...failed, quota: { againInMs: error.retryAfterMs === 0 ? null : error.retryAfterMs } }
}

const UNAVAILABLE: ReadonlySet<Failed['kind']> = new Set(['temporary', 'no-credit', 'gone'])

const CODES = {
  refused: 'model-refused',
  gone: 'model-refused',
  'no-credit': 'quota-spent',
  'content-refused': 'content-refused',
  'too-long': 'context-too-long',
} as const

function codeOf(error: Failed): ReasonCode {
  if (error.kind !== 'temporary') return CODES[error.kind]
  return error.isLimit ? 'quota-spent' : 'model-failed'
}
