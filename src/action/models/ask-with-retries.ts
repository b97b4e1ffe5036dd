import { setTimeout as sleep } from 'node:timers/promises'
import { cutHead } from '../../contract/cut-text.ts'
import { type Reason, reason } from '../../contract/reasons.ts'
import { askOnce, type Question, type RawAnswer } from './ask-once.ts'
import { type Failure, judgeFailure } from './judge-failure.ts'

export type Reply =
  | { readonly kind: 'answered'; readonly answer: RawAnswer }
  /** The signal of the question ended it, or the next try would have been beyond a limit. */
  | { readonly kind: 'aborted' }
  | { readonly kind: 'failed'; readonly reason: Reason }

/**
 * Asks until there is a whole answer. A try leaves nothing behind: its tool calls are made only by the caller, after
 * the answer is complete, so that no edit happens twice.
 */
export async function askWithRetries(question: Question & { mayAskAgain(): boolean }): Promise<Reply> {
  const { model, signal } = question
  let backoff = model.pace.backoffMs
  for (let left = model.pace.tries - 1; ; left -= 1) {
    const tried = await attempt(question)
    if (tried.ok) return { kind: 'answered', answer: tried.answer }
    const { failure } = tried
    if (signal.aborted) return { kind: 'aborted' }
    const wait = failure.kind === 'passing' ? Math.max(backoff, failure.retryAfterMs) : 0
    if (failure.kind !== 'passing' || left === 0 || wait > model.pace.longestWaitMs) {
      return { kind: 'failed', reason: nameFailure(failure, model.name, model.secrets) }
    }
    if (!question.mayAskAgain()) return { kind: 'aborted' }
    backoff *= 2
    if (!(await waited(wait, signal))) return { kind: 'aborted' }
  }
}

type Tried =
  | { readonly ok: true; readonly answer: RawAnswer }
  | { readonly ok: false; readonly failure: Failure }

async function attempt(question: Question): Promise<Tried> {
  try {
    return { ok: true, answer: await askOnce(question) }
  } catch (error) {
    return { ok: false, failure: judgeFailure(error, question.now()) }
  }
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

function nameFailure(failure: Failure, model: string, secrets: readonly string[]): Reason {
  // Some providers quote the key they refuse.
  const detail = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), failure.detail)
  const CODES = { refused: 'model-refused', 'too-long': 'context-too-long', passing: 'model-failed' } as const
  return reason(CODES[failure.kind], `${model} (${cutHead(detail.trim(), 400)})`)
}
