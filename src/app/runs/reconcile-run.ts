import { displayTitle } from '../../contract/github.ts'
import { classifyWorkflowRun, nextPollIn } from '../domain/classify-workflow-run.ts'
import type { Job } from '../domain/job.ts'
import type { Run } from '../domain/run.ts'
import { type RunKey, runId } from '../domain/run-id.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { WorkflowRun } from '../github/workflow-run.ts'
import { advanceJob } from '../job-store/update-job.ts'
import { loadProject, whyAbsent } from '../projects/project.ts'
import { repositoryOfWorkflow } from '../projects/runner-repository.ts'
import { transferred } from './classify-refusal.ts'
import { RUNNER_SILENT_MS, readHeartbeat } from './record-events.ts'
import type { RunWork } from './run-work.ts'

/** Checks on GitHub an open run that is due: one that no runner has claimed, or whose runner is silent. */
export async function reconcileRun(deps: RunWork, job: Job): Promise<void> {
  const key: RunKey = { project: job.project, job: job.id, run: job.run.number }
  const now = deps.now()
  const project = await loadProject(deps.store, job.project)
  if (project !== null && job.run.workflow !== null && project.accountId !== job.run.workflow.ownerId) {
    await advanceJob(deps, key, { type: 'failed', reason: transferred(project), expected: job.run })
    return
  }
  const quietAt = job.run.githubChanged ? null : await quietSince(deps, key, job.run)
  if (quietAt !== null && quietAt > now) {
    await advanceJob(deps, key, { type: 'rescheduled', dueAt: quietAt, expected: job.run })
    return
  }
  const repository = project && (await repositoryOfWorkflow(deps.store, project, job.run.workflow))
  if (project === null || repository === null) throw new GithubRefused(whyAbsent(project))
  const { workflowRunId, workflow, dispatchedAt, queuedAt } = job.run
  const workflowRun = await findWorkflowRunOf(deps.github, repository, key, {
    ...{ workflowRunId, file: workflow?.file ?? '', since: dispatchedAt ?? queuedAt },
  })

  const again = Math.round(now + nextPollIn(job.run, now))
  const isFound = workflowRun !== null && job.run.workflowRunId === null
  if (isFound) {
    const { id, url } = workflowRun
    await advanceJob(deps, key, { type: 'dispatched', workflowRunId: id, url, dueAt: again })
  }
  const { startWithinMs } = deps
  const why = classifyWorkflowRun(job.run, workflowRun, { now, startWithinMs })
  if (why !== null) await advanceJob(deps, key, { type: 'failed', reason: why, expected: job.run })
  else await advanceJob(deps, key, { type: 'rescheduled', dueAt: again, expected: job.run })
}

/** When the runner counts as silent, unless it sends a request; `null` for a run that no runner has claimed. */
async function quietSince(deps: RunWork, key: RunKey, run: Run): Promise<number | null> {
  if (run.claimedAt === null || run.state !== 'running') return null
  const { heartbeat } = await readHeartbeat(deps.store, runId(key))
  // A clock that was set back leaves heartbeats in the future.
  return Math.min(Math.max(heartbeat.at, run.claimedAt), deps.now()) + RUNNER_SILENT_MS
}

/**
 * The workflow run of a run; `null`: GitHub has none. For moments, GitHub answers 404 to what is there, and a run that was
 * deleted is not in the list either.
 */
export async function findWorkflowRunOf(
  github: Github,
  repository: RepositoryRef,
  key: RunKey,
  of: { readonly workflowRunId: number | null; readonly file: string; readonly since: number },
): Promise<WorkflowRun | null> {
  const { workflowRunId: id, file, since } = of
  const shown = id === null ? null : await github.readWorkflowRun(repository, id)
  if (shown !== null) return shown
  return github.findWorkflowRun(repository, {
    ...(id !== null && { id }),
    ...{ file, title: displayTitle(runId(key)), since: new Date(since - 60_000) },
  })
}
