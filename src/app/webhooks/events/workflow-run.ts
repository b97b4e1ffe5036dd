import { z } from 'zod'
import type { Job } from '../../domain/job.ts'
import { isEnded } from '../../domain/run.ts'
import { type JobKey, parseRunId } from '../../domain/run-id.ts'
import { advanceRun, type Transition } from '../../domain/run-state-machine.ts'
import { jobKeys } from '../../job-store/job-record.ts'
import { updateJob } from '../../job-store/update-job.ts'
import { loadProject, projectIdOf } from '../../projects/project.ts'
import { receiveCiFailure } from '../../triggers/reports/ci-failure.ts'
import type { EventWork, GithubEvents } from './event-work.ts'

const JobOfRun = z.object({ project: z.string(), job: z.string() })

/**
 * A webhook changes no run: it may be forged by a leaked secret, late or lost. One that matters makes its job due now,
 * and the reconciler asks GitHub what is.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#workflow_run
 */
export function onWorkflowRun(events: GithubEvents, deps: EventWork): void {
  events.on('workflow_run.completed', async ({ payload }) => {
    const { id, display_title: title } = payload.workflow_run
    const key =
      (await jobOf(deps, payload.repository.id, id)) ?? parseRunId(title?.replace(/^Prentice /, '') ?? '')
    if (key === null) {
      await receiveFailure(deps, payload)
      return
    }
    await updateJob(deps, key, (job, now) => ({
      transition: onWorkflowRunCompleted(job, id, now),
      outcome: null,
    }))
  })
}

const Failed = z.object({
  repository: z.object({ id: z.int() }),
  workflow_run: z.object({
    id: z.int(),
    path: z.string(),
    conclusion: z.enum(['failure', 'timed_out']),
    run_attempt: z.int().default(1),
  }),
})

/** A workflow run of the project's own CI. */
async function receiveFailure(deps: EventWork, payload: unknown): Promise<void> {
  const failed = Failed.safeParse(payload)
  if (!failed.success) return
  const { repository, workflow_run: run } = failed.data
  const project = await loadProject(deps.store, projectIdOf(repository.id))
  if (project === null) return
  await receiveCiFailure(deps, project, {
    ...{ workflowRunId: run.id, attempt: run.run_attempt, at: deps.now() },
    path: run.path.split('@', 1)[0] ?? '',
  })
}

async function jobOf(deps: EventWork, repositoryId: number, workflowRunId: number): Promise<JobKey | null> {
  const stored = await deps.store.get(jobKeys.ofWorkflowRun(repositoryId, workflowRunId))
  return stored === undefined ? null : JobOfRun.parse(JSON.parse(stored))
}

/** Makes due what waits for this workflow run: the open run, or the cleanup of an ended one. */
export function onWorkflowRunCompleted(job: Job, workflowRunId: number, now: number): Transition {
  const { run } = job
  const isCurrent = run.workflowRunId === null || run.workflowRunId === workflowRunId
  // A delivered run waits for its verification, which does not depend on the workflow run.
  if (!isEnded(run) && run.workflow !== null && isCurrent && run.state !== 'delivered') {
    return advanceRun(job, { type: 'github-changed' }, now)
  }
  const cleanups = job.cleanups.map((entry) =>
    entry.workflowRunId === null || entry.workflowRunId === workflowRunId ? { ...entry, dueAt: now } : entry,
  )
  const isNews = cleanups.some((entry, i) => entry !== job.cleanups[i])
  return isNews
    ? { kind: 'applied', job: { ...job, cleanups }, ended: null }
    : { kind: 'ignored', why: 'nothing waits for this workflow run' }
}
