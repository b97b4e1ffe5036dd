import { type ReasonCode, reason } from '../../../contract/reasons.ts'
import { type DispatchOutcome, GithubUnavailable } from '../github.ts'
import { classifyError, limitedUntil } from './classify-error.ts'
import type { ParsedError } from './parse-error.ts'

/** Enterprise Server up to 3.20 refuses a property it does not know. */
export function refusesRunDetails({ status, message }: ParsedError): boolean {
  return (status === 400 || status === 422) && message.includes('return_run_details')
}

/** What became of a dispatch that was not answered with success. */
export function classifyDispatchError(
  failure: ParsedError,
  { path, ref, now }: { readonly path: string; readonly ref: string; readonly now: number },
): DispatchOutcome {
  const lost = failure.status === null || failure.status >= 500
  // GitHub may have started the run before the answer got lost, unless the request never reached it.
  if (lost && !failure.onToken && !failure.notSent) return { kind: 'unknown', detail: failure.message }
  const code = failure.onToken || limitedUntil(failure, now) !== null ? null : refusalCode(failure)
  if (code !== null)
    return { kind: 'refused', reason: reason(code, detailOf(code, { path, ref, message: failure.message })) }
  const judged = classifyError(failure, now, 'dispatch-refused')
  if (judged instanceof GithubUnavailable)
    return { kind: 'later', at: judged.retryAt, isLimit: judged.isLimit, detail: judged.message }
  return { kind: 'refused', reason: judged.reason }
}

/** The refusals that only a dispatch has, by GitHub's words; `null`: it is one that any request may meet. */
function refusalCode({ status, message }: ParsedError): ReasonCode | null {
  if (status === 404) return 'workflow-missing'
  if (status === 422 && /no ref found/i.test(message)) return 'ref-not-found'
  if (status === 422 && /disabled workflow/i.test(message)) return 'workflow-disabled'
  if (status === 422 && /ruleset|policy|protection/i.test(message)) return 'actions-blocked'
  if (status === 422 && /workflow_dispatch|inputs? /i.test(message)) return 'workflow-invalid'
  // The wording is not documented; that Actions are disabled is what each of those seen says.
  if ((status === 403 || status === 422) && /actions? (is|are|has been|have been) disabled/i.test(message))
    return 'actions-disabled'
  // Rulesets, policies of the organisation and spending limits all answer 403, each in its own words.
  const general = /suspended|not accessible by integration|archived|access blocked/i
  return status === 403 && !general.test(message) ? 'actions-blocked' : null
}

function detailOf(code: ReasonCode, at: { path: string; ref: string; message: string }): string {
  switch (code) {
    case 'workflow-missing':
    case 'workflow-disabled':
      return at.path
    case 'ref-not-found':
      return at.ref
    default:
      return at.message
  }
}
