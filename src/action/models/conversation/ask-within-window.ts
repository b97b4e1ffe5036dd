import type { ModelMessage } from 'ai'
import type { Reason } from '../../../contract/reasons.ts'
import { cutHead } from '../../../contract/text.ts'
import type { RequestResult, RetryOptions } from '../request/ask-with-retries.ts'
import type { MessageHistory } from './message-history.ts'

export interface AskOptions {
  readonly signal: AbortSignal
  /** Name of the one tool that must be called. */
  readonly force?: string
  /** False: interrupted tries have used up what the run may spend, or its time ends first. Default: always true. */
  readonly mayAskAgain?: RetryOptions['mayAskAgain']
  /** True: a limit is reached, and the run pays for this answer, but not for a summary before it. */
  readonly isLast?: boolean
}

/** What a conversation offers for one answer. */
export interface ConversationAccess {
  readonly history: MessageHistory
  /** One request with all messages. `closing` is added for this request only. */
  request(options: AskOptions, closing?: readonly ModelMessage[]): Promise<RequestResult>
  /** True: another model continues if this one is not available. */
  readonly hasFallback: boolean
  /** Replaces older messages by the summary. */
  shorten(summary: string): void
  /** Asks the model for a summary. */
  readonly summaryRequest: string
}

const SUMMARY_LENGTH = 8000
/** A provider that refuses even this many ever shorter conversations objects to something else. */
const MAX_TRIES = 5

/** Asks with as much of the conversation as the model's window holds. */
export async function askWithinWindow(
  options: AskOptions,
  conversation: ConversationAccess,
): Promise<RequestResult> {
  const { history, request, shorten } = conversation
  const { mayAskAgain = () => true } = options
  // Old tool outputs are removed first: the model can get them again. Only then are messages summarized.
  const unsummarized = history.prune() ? null : await summarize(options, conversation)
  if (unsummarized !== null) return unsummarized
  let hasOverflowed = false
  for (let left = MAX_TRIES - 1; ; left -= 1) {
    const result: RequestResult = await request(options)
    // An endless answer fills any window, and each answer costs money: the second one is accepted unchanged.
    const overflows: boolean =
      result.kind === 'answered' && result.answer.end === 'overflowed' && !hasOverflowed
    // Not every model sees images, and providers refuse damaged ones, each with its own words.
    const isRefused = result.kind === 'failed' && result.reason.code === 'model-refused'
    if (isRefused && mayAskAgain(0) && history.dropImages()) continue
    const isTooLong = result.kind === 'failed' && result.reason.code === 'context-too-long'
    if (isTooLong && left === 0) return { kind: 'failed', reason: fromTheStart(result.reason, history) }
    if (left === 0 || (!overflows && !isTooLong)) return result
    if (!mayAskAgain(0)) return { kind: 'aborted' }
    hasOverflowed ||= overflows
    if (overflows) {
      const failed = await summarize(options, conversation)
      if (failed !== null) return failed
    } else if (!history.shrink()) {
      // No model can be asked to summarize what no model can read.
      shorten(history.recap())
    }
  }
}

/**
 * `null`: the conversation is shorter. Otherwise the summary was interrupted, it was the last answer that the run could pay
 * for, or another model is to write it.
 */
async function summarize(
  { signal, mayAskAgain = () => true, isLast = false }: AskOptions,
  { history, request, shorten, summaryRequest, hasFallback }: ConversationAccess,
): Promise<Exclude<RequestResult, { kind: 'answered' }> | null> {
  if (isLast) {
    shorten(history.recap())
    return null
  }
  const result = await request({ signal, mayAskAgain }, [{ role: 'user', content: summaryRequest }])
  if (result.kind === 'aborted') return result
  if (hasFallback && result.kind === 'failed' && result.unavailable !== undefined) return result
  // The model may have called tools instead. Those calls are not made.
  const text = result.kind === 'answered' ? result.answer.text.trim() : ''
  shorten(text === '' ? history.recap() : cutHead(text, SUMMARY_LENGTH))
  return mayAskAgain(0) ? null : { kind: 'aborted' }
}

/** If the first request is too long, it is not because the work has grown. */
const fromTheStart = (reason: Reason, { isCalibrated }: MessageHistory): Reason =>
  isCalibrated ? reason : { ...reason, message: `${reason.message} ${TOO_LONG_FROM_THE_START}` }

const TOO_LONG_FROM_THE_START =
  'This was the first request already: if the task is short, name a model with a window of 8,000 tokens or more, or give the server of this one such a window.'
