import type { ModelMessage } from 'ai'
import { cutHead } from '../../../contract/cut-text.ts'
import type { Reason } from '../../../contract/reasons.ts'
import type { Reply, RetryOptions } from '../request/ask-with-retries.ts'
import type { MessageHistory } from './message-history.ts'

export interface AskOptions {
  readonly signal: AbortSignal
  /** Name of the one tool that must be called. */
  readonly force?: string
  /** False: what tries cost that broke off was the last that the run has, or it ends before. Left out: it may. */
  readonly mayAskAgain?: RetryOptions['mayAskAgain']
  /** True: a limit is reached, and the run pays for this answer and for no summary before it. */
  readonly isLast?: boolean
}

export interface FittedAnswer {
  readonly memory: MessageHistory
  /** One answer of the model to all that was said; `closing` is said for this once. */
  request(asking: AskOptions, closing?: readonly ModelMessage[]): Promise<Reply>
  /** Puts the summary in the place of what was said. */
  shorten(summary: string): void
  /** Asks the model for one. */
  readonly summaryRequest: string
}

const SUMMARY_LENGTH = 8000
/** A provider that refuses even this many ever shorter conversations means something else. */
const TRIES_TO_FIT = 5

/** Asks with as much of the conversation as the model takes in. */
export async function askWithinWindow(asking: AskOptions, fitting: FittedAnswer): Promise<Reply> {
  const { memory, request, shorten } = fitting
  const { mayAskAgain = () => true } = asking
  // Old tool outputs go first: the model can have them again. Only then is what was said put in fewer words.
  if (!memory.prune() && !(await summarize(asking, fitting))) return { kind: 'aborted' }
  let hasOverflowed = false
  for (let left = TRIES_TO_FIT - 1; ; left -= 1) {
    const reply: Reply = await request(asking)
    // A model that goes on for ever fills any window, and each such answer is charged: the second one is as it is.
    const overflows: boolean =
      reply.kind === 'answered' && reply.answer.end === 'overflowed' && !hasOverflowed
    const isTooLong = reply.kind === 'failed' && reply.reason.code === 'context-too-long'
    if (isTooLong && left === 0) return { kind: 'failed', reason: fromTheStart(reply.reason, memory) }
    if (left === 0 || (!overflows && !isTooLong)) return reply
    if (!mayAskAgain(0)) return { kind: 'aborted' }
    hasOverflowed ||= overflows
    if (overflows) {
      if (!(await summarize(asking, fitting))) return { kind: 'aborted' }
    } else if (!memory.shrink()) {
      // No model can be asked for a summary of what no model can read.
      shorten(memory.recap())
    }
  }
}

/** False: the summary was broken off, or it was the last that the run could pay for. */
async function summarize(
  { signal, mayAskAgain = () => true, isLast = false }: AskOptions,
  { memory, request, shorten, summaryRequest }: FittedAnswer,
): Promise<boolean> {
  if (isLast) {
    shorten(memory.recap())
    return true
  }
  const reply = await request({ signal, mayAskAgain }, [{ role: 'user', content: summaryRequest }])
  if (reply.kind === 'aborted') return false
  // It may have called tools instead; nobody makes those calls.
  const text = reply.kind === 'answered' ? reply.answer.text.trim() : ''
  shorten(text === '' ? memory.recap() : cutHead(text, SUMMARY_LENGTH))
  return mayAskAgain(0)
}

/** Of the first request it is not the work that has grown too long. */
const fromTheStart = (reason: Reason, { hasLearned }: MessageHistory): Reason =>
  hasLearned ? reason : { ...reason, message: `${reason.message} ${TOO_LONG_FROM_THE_START}` }

const TOO_LONG_FROM_THE_START =
  'This was the first request already: if the task is short, name a model with a window of 8,000 tokens or more, or give the server of this one such a window.'
