import type { NumberedPrompt } from '../contract/runner-protocol.ts'
import { withTexts } from './checks/check-result.ts'
import type { Ending, JobEnd } from './job-end.ts'

type Scrub = (text: string) => string

/** The end of a run with the secrets taken out of each of its texts, as they were written. */
export const scrubEnd = (end: JobEnd, scrub: Scrub): JobEnd => ({
  ...end,
  ending: scrubEnding(end.ending, scrub),
  summary: end.summary === null ? null : scrub(end.summary),
  files: end.files.map(scrub),
  notices: end.notices.map(scrub),
  checks: end.checks === null ? null : withTexts(end.checks, scrub),
})

export const scrubPrompts = (prompts: readonly NumberedPrompt[], scrub: Scrub): NumberedPrompt[] =>
  prompts.map(({ number, text }) => ({ number, text: scrub(text) }))

const scrubEnding = (ending: Ending, scrub: Scrub): Ending =>
  ending.outcome === 'published'
    ? ending
    : { ...ending, reason: { ...ending.reason, message: scrub(ending.reason.message) } }
