import { z } from 'zod'
import { cutHead } from '../../contract/cut-text.ts'
import { type Reason, reason } from '../../contract/reasons.ts'
import { cancelledBy, type Outcome } from './outcome.ts'
import { RunFailure } from './run-failure.ts'
import { Stopped } from './run-until-aborted.ts'

/** How a run ends on an error: stopped, failed for a reason, or on something nobody foresaw. */
export function outcomeOfError(
  error: unknown,
  signal: AbortSignal,
  scrub: (text: string) => string,
): Outcome {
  // What breaks after the stop breaks because of it, whatever it says.
  if (signal.reason instanceof Stopped) return cancelledBy(signal.reason.by)
  if (error instanceof RunFailure) {
    const { code, message } = error.reason
    return { outcome: 'failed', reason: { code, message: scrub(message) }, published: null }
  }
  return { outcome: 'failed', reason: reason('action-failed', scrub(textOf(error))), published: null }
}

function textOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  return error instanceof Error ? error.message : String(error)
}

/** What the contract takes of a message. */
const LONGEST = 4000

/**
 * The ending with what had ended the agent's work early, where the work then could not be published for another reason:
 * whoever asked has to know of both. Pure.
 */
export function nameBothReasons(ending: Outcome, first: Reason | null): Outcome {
  if (ending.outcome !== 'failed' || first === null) return ending
  const { code, message } = ending.reason
  if (message.includes(first.message)) return ending
  const both = `${message} The work had ended early before that: ${first.message}`
  return { ...ending, reason: { code, message: cutHead(both, LONGEST) } }
}
