import { z } from 'zod'
import { RUN_INPUT } from '../../../contract/workflow-dispatch.ts'
import type { DispatchOutcome, Github } from '../github.ts'
import { classifyDispatchError, refusesRunDetails } from './classify-dispatch-error.ts'
import { about, type Deps } from './repositories.ts'
import type { RestResponse } from './request.ts'

const ROUTE = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'

const RunDetails = z.object({ workflow_run_id: z.int(), html_url: z.url() })

/** Starts workflows. Whether GitHub can tell the run's id is learned from the first that it refuses to tell. */
export function dispatching({
  ask,
  octokits,
  now,
}: Deps & { now: () => number }): Pick<Github, 'dispatchWorkflow'> {
  // Since 2026-03-10 GitHub always tells the id, and the property is gone.
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
      // Refused before anything started, so asking again starts it once.
      wantsDetails = false
      return dispatchWorkflow(repository, workflow)
    }
    return classifyDispatchError(told.failure, { path: `.github/workflows/${file}`, ref, now: now() })
  }
  return { dispatchWorkflow }
}

/** 204 only does not tell which run it is. A body cut short, or a proxy's page, leaves open whether there is one. */
function outcomeOf({ status, data }: RestResponse): DispatchOutcome {
  if (status === 204) return { kind: 'started', workflowRunId: null, url: null }
  const details = RunDetails.safeParse(data)
  if (!details.success) return { kind: 'unknown', detail: `answered ${status}, and not as described` }
  return { kind: 'started', workflowRunId: details.data.workflow_run_id, url: details.data.html_url }
}
