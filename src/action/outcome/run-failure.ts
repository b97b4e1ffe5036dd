import { z } from 'zod'
import { type Reason, type ReasonCode, reason } from '../../contract/reasons.ts'
import { cutHead } from '../../contract/text.ts'
import { UnfitRunner } from '../git/process/unfit-runner.ts'
import { messageOf } from '../text/format.ts'
import { cancelledBy, type Outcome } from './outcome.ts'
import { Stopped } from './stop.ts'

/** Ends the run with a reason. Stages throw it, `endRun` catches it. */
export class RunFailure extends Error {
  readonly reason: Reason

  constructor(why: Reason, options?: ErrorOptions) {
    super(why.message, options)
    this.name = 'RunFailure'
    this.reason = why
  }
}

export const fail = (code: ReasonCode, detail: string, cause?: unknown): RunFailure =>
  new RunFailure(reason(code, detail), cause === undefined ? {} : { cause })

/** The outcome of a run that ended with an error: stopped, failed with a reason, or an unexpected error. */
export function outcomeOfError(
  error: unknown,
  signal: AbortSignal,
  redact: (text: string) => string,
): Outcome {
  // An error after a stop is caused by the stop, whatever its message says.
  if (signal.reason instanceof Stopped) return cancelledBy(signal.reason.by)
  if (error instanceof RunFailure) {
    const { code, message } = error.reason
    return { outcome: 'failed', reason: { code, message: redact(message) }, published: null }
  }
  const code = error instanceof UnfitRunner ? 'input-invalid' : 'action-failed'
  return { outcome: 'failed', reason: reason(code, redact(textOf(error))), published: null }
}

function textOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  return messageOf(error)
}

/** The contract's limit for a message. */
const MAX_LENGTH = 4000

const EARLIER = ' The work had ended early before that: '

/** What had ended the work early, if `nameBothReasons` has added it to a reason; `null`: nothing had. Pure. */
export const splitBothReasons = ({ message }: Reason): string | null => {
  const at = message.indexOf(EARLIER)
  return at < 0 ? null : message.slice(at + EARLIER.length)
}

/**
 * Adds what had ended the agent's work early to the reason why the work could not be published: the caller needs to know
 * both. Pure.
 */
export function nameBothReasons(ending: Outcome, first: Reason | null): Outcome {
  if (ending.outcome !== 'failed' || first === null) return ending
  const { code, message } = ending.reason
  if (message.includes(first.message)) return ending
  const both = `${message}${EARLIER}${first.message}`
  return { ...ending, reason: { code, message: cutHead(both, MAX_LENGTH) } }
}
