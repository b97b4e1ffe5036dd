import type { NumberedPrompt } from '../../contract/runner-protocol.ts'
import { withTexts } from '../checks/check-result.ts'
import type { Outcome, RunOutcome } from './outcome.ts'

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
