import type { NumberedPrompt } from '../../contract/runner-protocol/protocol.ts'
import { withTexts } from '../checks/checks-report.ts'
import type { Confidentiality } from '../confidential/confidentiality.ts'
import { type Outcome, publishedOf, type RunOutcome, reasonOf, statusOf } from '../outcome/outcome.ts'

/** The outputs of action.yml, by their names there. */
export const OUTPUT_NAMES = [
  'job-id',
  'status',
  'reason',
  'pr-url',
  'pr-number',
  'branch',
  'head-sha',
  'patch-path',
  'usage',
  'transcript',
] as const
type Outputs = Record<(typeof OUTPUT_NAMES)[number], string>

/** `job`: `null` if the run ended before it had one. */
export function outputsOf(end: RunOutcome, job: string | null): Outputs {
  const published = publishedOf(end.ending)
  return {
    'job-id': job ?? '',
    status: statusOf(end.ending),
    reason: reasonOf(end.ending)?.code ?? '',
    'pr-url': published?.pullRequest.url ?? '',
    'pr-number': published?.pullRequest.number.toString() ?? '',
    branch: end.pushed?.branch ?? '',
    'head-sha': end.pushed?.headSha ?? '',
    'patch-path': end.patchPath ?? '',
    usage: end.usage === null ? '' : JSON.stringify({ ...end.usage, perStep: end.perStep }),
    transcript: end.transcriptPath ?? '',
  }
}

type Redact = (text: string) => string

/** The outcome with the secrets in each of its texts replaced. */
export const redactOutcome = (end: RunOutcome, redact: Redact): RunOutcome => ({
  ...end,
  ending: redactEnding(end.ending, redact),
  summary: end.summary === null ? null : redact(end.summary),
  files: end.files.map(redact),
  notices: end.notices.map(redact),
  checks: end.checks === null ? null : withTexts(end.checks, redact),
})

export const redactPrompts = (prompts: readonly NumberedPrompt[], redact: Redact): NumberedPrompt[] =>
  prompts.map(({ number, text }) => ({ number, text: redact(text) }))

const redactEnding = (ending: Outcome, redact: Redact): Outcome =>
  ending.outcome === 'published'
    ? ending
    : { ...ending, reason: { ...ending.reason, message: redact(ending.reason.message) } }

/**
 * The outcome as the page of the workflow run may show it. Messages of providers and names of files that were not pushed
 * may repeat a confidential prompt; the caller gets both in full from the server. Pure.
 */
export function publicOutcome(end: RunOutcome, { redactQuotes }: Confidentiality): RunOutcome {
  const isPushed = publishedOf(end.ending) !== null
  return {
    ...end,
    ending: redactEndingQuotes(end.ending, redactQuotes),
    files: isPushed ? end.files : end.files.map((path) => redactQuotes(path)),
  }
}

function redactEndingQuotes(ending: Outcome, redactQuotes: (text: string) => string): Outcome {
  if (ending.outcome === 'published') return ending
  return { ...ending, reason: { ...ending.reason, message: redactQuotes(ending.reason.message) } }
}
