import { z } from 'zod'
import { RUN_INPUT } from '../../../contract/workflow-dispatch.ts'
import type { Github } from '../github.ts'
import type { DispatchOutcome } from '../workflow-run.ts'
import { classifyDispatchError, refusesRunDetails } from './classify-dispatch-error.ts'
import { about, type Deps } from './repositories.ts'
import type { RestResponse } from './request.ts'

const ROUTE = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'

const RunDetails = z.object({ workflow_run_id: z.int(), html_url: z.url() })

/** Starts workflows. If GitHub once refuses to return the id of the run, later dispatches do not ask for it. */
export function dispatching({
  ask,
  octokits,
  now,
}: Deps & { now: () => number }): Pick<Github, 'dispatchWorkflow'> {
  // Since version 2026-03-10 GitHub always returns the id, and the property no longer exists.
  let wantsDetails = octokits.apiVersion === '2022-11-28'

  const dispatchWorkflow: Github['dispatchWorkflow'] = async (repository, workflow) => {
    const { file, ref, run } = workflow
    const details = wantsDetails
    const told = await ask.raw(
      about(octokits, repository, ROUTE, {
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
