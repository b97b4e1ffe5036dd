import { publishedOf, type RunOutcome, reasonOf, statusOf } from '../outcome/outcome.ts'

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
export type Outputs = Record<(typeof OUTPUT_NAMES)[number], string>

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
