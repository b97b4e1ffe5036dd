import type { NumberedPrompt } from '../../contract/runner-protocol.ts'
import { withTexts } from '../checks/check-result.ts'
import type { Confidentiality } from '../confidential/confidentiality.ts'
import { type Outcome, publishedOf, type RunOutcome } from './outcome.ts'

type Scrub = (text: string) => string

/** The end of a run with the secrets taken out of each of its texts, as they were written. */
export const redactOutcome = (end: RunOutcome, scrub: Scrub): RunOutcome => ({
  ...end,
  ending: scrubEnding(end.ending, scrub),
  summary: end.summary === null ? null : scrub(end.summary),
  files: end.files.map(scrub),
  notices: end.notices.map(scrub),
  checks: end.checks === null ? null : withTexts(end.checks, scrub),
})

export const redactPrompts = (prompts: readonly NumberedPrompt[], scrub: Scrub): NumberedPrompt[] =>
  prompts.map(({ number, text }) => ({ number, text: scrub(text) }))

const scrubEnding = (ending: Outcome, scrub: Scrub): Outcome =>
  ending.outcome === 'published'
    ? ending
    : { ...ending, reason: { ...ending.reason, message: scrub(ending.reason.message) } }

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
