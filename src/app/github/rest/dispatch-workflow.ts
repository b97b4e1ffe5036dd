import { z } from 'zod'
import { RUN_INPUT } from '../../../contract/github.ts'
import { type ReasonCode, reason } from '../../../contract/reasons.ts'
import { GithubUnavailable } from '../errors.ts'
import type { Github } from '../github.ts'
import { classifyError, limitedUntil, type ParsedError } from '../request/classify-error.ts'
import { about, type Deps, type GithubAccess, type RestResponse } from '../request/request.ts'
import type { DispatchOutcome } from '../workflow-run.ts'

const ROUTE = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'

const RunDetails = z.object({ workflow_run_id: z.int(), html_url: z.url() })

/** Starts workflows. If GitHub once refuses to return the id of the run, later dispatches do not ask for it. */
export function dispatching({
  ask,
  octokits,
  now,
}: Deps & Pick<GithubAccess, 'octokits' | 'now'>): Pick<Github, 'dispatchWorkflow'> {
  // Since version 2026-03-10 GitHub always returns the id, and the property no longer exists.
  let wantsDetails = octokits.apiVersion === '2022-11-28'

  const dispatchWorkflow: Github['dispatchWorkflow'] = async (repository, workflow) => {
    const { file, ref, run } = workflow
    const details = wantsDetails
    const told = await ask.raw(
      about(repository, ROUTE, {
        workflow_id: file,
        ref,
        inputs: { [RUN_INPUT]: run },
        ...(details && { return_run_details: true }),
      }),
    )
    if (told.kind === 'answered') return outcomeOf(told.answer)
    if (details && refusesRunDetails(told.failure)) {
      // Nothing has started, so a second request starts the workflow once.
      wantsDetails = false
      return dispatchWorkflow(repository, workflow)
    }
    return classifyDispatchError(told.failure, { path: `.github/workflows/${file}`, ref, now: now() })
  }
  return { dispatchWorkflow }
}

/** A 204 has no run id. After a truncated body or a proxy's page it is unknown whether a run was started. */
function outcomeOf({ status, data }: RestResponse): DispatchOutcome {
  if (status === 204) return { kind: 'started', workflowRunId: null, url: null }
  const details = RunDetails.safeParse(data)
  if (!details.success)
    return {
      kind: 'unknown',
      detail: `the response with status ${status} does not match GitHub's description`,
    }
  return { kind: 'started', workflowRunId: details.data.workflow_run_id, url: details.data.html_url }
}

/** Enterprise Server up to 3.20 refuses unknown properties. */
function refusesRunDetails({ status, message }: ParsedError): boolean {
  return (status === 400 || status === 422) && message.includes('return_run_details')
}

/** The outcome of a dispatch that GitHub did not confirm. */
function classifyDispatchError(
  failure: ParsedError,
  { path, ref, now }: { readonly path: string; readonly ref: string; readonly now: number },
): DispatchOutcome {
  const lost = failure.status === null || failure.status >= 500
  // GitHub may have started the run before the response was lost, unless the request never reached it.
  if (lost && !failure.onToken && !failure.notSent) return { kind: 'unknown', detail: failure.message }
  const code = failure.onToken || limitedUntil(failure, now) !== null ? null : refusalCode(failure)
  if (code !== null)
    return { kind: 'refused', reason: reason(code, detailOf(code, { path, ref, message: failure.message })) }
  const judged = classifyError(failure, now, 'dispatch-refused')
  if (judged instanceof GithubUnavailable)
    return { kind: 'later', at: judged.retryAt, isLimit: judged.isLimit, detail: judged.message }
  return { kind: 'refused', reason: judged.reason }
}

/** Refusals that only occur for a dispatch, recognised by GitHub's message; `null`: any other refusal. */
function refusalCode({ status, message }: ParsedError): ReasonCode | null {
  if (status === 404) return 'workflow-missing'
  if (status === 422 && /no ref found/i.test(message)) return 'ref-not-found'
  if (status === 422 && /disabled workflow/i.test(message)) return 'workflow-disabled'
  if (status === 422 && /ruleset|policy|protection/i.test(message)) return 'actions-blocked'
  if (status === 422 && /workflow_dispatch|inputs? /i.test(message)) return 'workflow-invalid'
  // The wording is not documented. All messages seen so far say that Actions are disabled.
  if ((status === 403 || status === 422) && /actions? (is|are|has been|have been) disabled/i.test(message))
    return 'actions-disabled'
  // Rulesets, policies of the organisation and spending limits all give 403, each with a different message.
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
