import { z } from 'zod'
import { reason } from '../contract/reasons.ts'
import { cancelledBy, type Ending } from './job-end.ts'
import { RunFailure } from './run-failure.ts'
import { Stopped } from './until-stopped.ts'

/** How a run ends on an error: stopped, failed for a reason, or on something nobody foresaw. */
export function endingOfError(error: unknown, signal: AbortSignal, scrub: (text: string) => string): Ending {
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
