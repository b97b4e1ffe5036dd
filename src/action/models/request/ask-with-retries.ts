import { setTimeout as sleep } from 'node:timers/promises'
import { cutHead } from '../../../contract/cut-text.ts'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { classifyError, type ModelError } from './classify-error.ts'
import { planRetry } from './plan-retry.ts'
import { type ModelRequest, type StreamedAnswer, streamAnswer } from './stream-answer.ts'

export type Reply =
  | { readonly kind: 'answered'; readonly answer: StreamedAnswer }
  /** The signal of the question ended it, or the next try would have been beyond a limit. */
  | { readonly kind: 'aborted' }
  | { readonly kind: 'failed'; readonly reason: Reason }

export interface RetryOptions {
  /** Whether the run may still ask after so many milliseconds. */
  mayAskAgain(afterMs: number): boolean
  /** From 0 up to 1. */
  chance(): number
}

/**
 * Asks until there is a whole answer. A try leaves nothing behind: its tool calls are made only by the caller, after
 * the answer is complete, so that no edit happens twice.
 */
export async function askWithRetries(question: ModelRequest & RetryOptions): Promise<Reply> {
  const { model, signal, now } = question
  const { pace } = model
  let firstAt: number | null = null
  for (let failed = 1, broken = 0, mayBeMalformed = false; ; failed += 1) {
    const tried = await attempt(question, mayBeMalformed)
    if (tried.ok) return { kind: 'answered', answer: tried.answer }
    const { failure } = tried
    mayBeMalformed ||= failure === MALFORMED
    if (signal.aborted) return { kind: 'aborted' }
    const giveUp: Reply = { kind: 'failed', reason: nameFailure(failure, model.name, model.secrets) }
    if (failure.kind !== 'passing') return giveUp
    firstAt ??= now()
    if (!failure.isBusy) broken += 1
    const soFar = { failed, broken, elapsedMs: now() - firstAt }
    const waitMs = planRetry(failure, soFar, { pace, chance: question.chance() })
    if (waitMs === null) return giveUp
    if (!question.mayAskAgain(0)) return { kind: 'aborted' }
    // The run would be over by then.
    if (!question.mayAskAgain(waitMs)) return giveUp
    if (!(await waited(waitMs, signal))) return { kind: 'aborted' }
  }
}

type Tried =
  | { readonly ok: true; readonly answer: StreamedAnswer }
  | { readonly ok: false; readonly failure: ModelError }

/** A malformed call mostly comes out right when it is asked for again; `mayBeMalformed`: it did not. */
async function attempt(question: ModelRequest, mayBeMalformed: boolean): Promise<Tried> {
  try {
    const answer = await streamAnswer(question)
    if (answer.end !== 'malformed' || mayBeMalformed) return { ok: true, answer }
    question.onBrokenOff(answer.usage)
    return { ok: false, failure: MALFORMED }
  } catch (error) {
    return { ok: false, failure: classifyError(error, question.now()) }
  }
}

const MALFORMED: ModelError = {
  kind: 'passing',
  detail: 'the call was malformed',
  retryAfterMs: 0,
  isBusy: false,
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

function nameFailure(failure: ModelError, model: string, secrets: readonly string[]): Reason {
  // Some providers quote the key they refuse.
  const detail = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), failure.detail)
  const CODES = {
    refused: 'model-refused',
    unwanted: 'content-refused',
    'too-long': 'context-too-long',
    passing: 'model-failed',
  } as const
  return reason(CODES[failure.kind], `${model} (${cutHead(detail.trim(), 400)})`)
}
