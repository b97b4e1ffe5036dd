import type { Confidentiality } from '../confidential/confidentiality.ts'
import { type Outcome, publishedOf, type RunOutcome } from './outcome.ts'

/**
 * The end of a run as its page may show it. What a provider or a rule says may repeat the request, and so may the name
 * of a file that was never pushed; the caller gets both in full from the server. Pure.
 */
export function publicOutcome(end: RunOutcome, { withhold }: Confidentiality): RunOutcome {
  const isPushed = publishedOf(end.ending) !== null
  return {
    ...end,
    ending: endingWithout(end.ending, withhold),
    files: isPushed ? end.files : end.files.map((path) => withhold(path)),
  }
}

function endingWithout(ending: Outcome, withhold: (text: string) => string): Outcome {
  if (ending.outcome === 'published') return ending
  return { ...ending, reason: { ...ending.reason, message: withhold(ending.reason.message) } }
}
