import { type Reason, type ReasonCode, splitReason } from '../../contract/reasons.ts'
import { asOneLine } from '../../sanitize/neutralize.ts'
import { type ChecksReport, failuresOf } from '../checks/checks-report.ts'
import { hasSection, replaceSection, wrapSection } from './replace-section.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'

/** Only these are told: what a provider says about a failure, for example about the account, is not for the pull request. */
const ENDED_BY_LIMIT: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'step-limit',
  'time-limit',
  'cost-limit',
  'token-limit',
  'agent-stuck',
])

/** Says above the body that the work is unfinished; `null`: it is finished, or the body itself says so. Pure. */
export function unfinishedSection(
  { ended, body }: { readonly ended: Reason | null; readonly body: string },
  cleaning: SanitizeOptions,
): string | null {
  if (ended === null || !ENDED_BY_LIMIT.has(ended.code)) return null
  const what = sanitize(asOneLine(splitReason(ended).what), cleaning)
  return body.includes(what) ? null : wrapSection('state', [`**Unfinished:** ${what}`])
}

/** Says above the body of a draft that it is one because of the checks; `null`: none failed. Pure. */
export function failedChecksSection(report: ChecksReport | null): string | null {
  if (report === null || failuresOf(report).length === 0) return null
  return wrapSection('state', [report.kind === 'ran' ? FAILED : SETUP_FAILED])
}

const FAILED = '**Draft: checks of the project failed.** Their results are below.'
const SETUP_FAILED =
  '**Draft: the checks of the project did not run, because their setup failed.** Its result is below.'

/** The body of an earlier turn with the newest state. Where a person has removed it, only unfinished work is told. Pure. */
export function renewState(
  body: string,
  { unfinished, failed }: { readonly unfinished: string | null; readonly failed: string | null },
): string {
  if (hasSection(body, 'state')) return replaceSection(body, 'state', unfinished ?? failed)
  return unfinished === null ? body : `${unfinished}\n\n${body}`
}
