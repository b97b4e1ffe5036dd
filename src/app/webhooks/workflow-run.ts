import type { Probot } from 'probot'
import { z } from 'zod'
import { updateJob } from '../jobs/update-job.ts'
import { lookAgain } from '../runs/look-again.ts'
import { parseRunId } from '../runs/run-id.ts'
import { type JobKey, keySpace } from '../store/key-space.ts'
import type { WebhookDeps } from './webhook-deps.ts'

const JobOfRun = z.object({ project: z.string(), job: z.string() })

/**
 * A webhook changes no run: it may be forged by a leaked secret, late or lost. One that matters makes its job due now,
 * and the reconciler asks GitHub what is.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#workflow_run
 */
export function onWorkflowRun(probot: Probot, deps: WebhookDeps): void {
  probot.on('workflow_run.completed', async ({ payload }) => {
    const { id, display_title: title } = payload.workflow_run
    const key =
      (await jobOf(deps, payload.repository.id, id)) ?? parseRunId(title?.replace(/^Prentice /, '') ?? '')
    if (key === null) return
    await updateJob(deps, key, (job, now) => ({ step: lookAgain(job, id, now), answer: null }))
  })
}

async function jobOf(deps: WebhookDeps, repositoryId: number, workflowRunId: number): Promise<JobKey | null> {
  const stored = await deps.store.get(keySpace.workflowRun(repositoryId, workflowRunId))
  return stored === undefined ? null : JobOfRun.parse(JSON.parse(stored))
}
