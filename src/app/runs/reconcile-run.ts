import { displayTitle } from '../../contract/dispatch.ts'
import { type Reason, type ReasonCode, reason } from '../../contract/reasons.ts'
import { type Github, GithubRefused, type RepositoryRef, type WorkflowRun } from '../github/github.ts'
import type { Job, Run } from '../jobs/job-record.ts'
import { advanceJob, type JobStore } from '../jobs/update-job.ts'
import { loadProject } from '../projects/load-project.ts'
import { repositoryRef } from '../projects/project.ts'
import { QUIET_MS } from './claim-run.ts'
import { readSeen } from './record-events.ts'
import { type RunKey, runId } from './run-id.ts'

export interface ReconcileDeps extends JobStore {
  readonly github: Github
  /** How long a run may wait for a runner or an approval. */
  readonly startWithinMs: number
}

const ASK_AGAIN_MS = 60_000

/** Asks GitHub what became of a run that is open here and due: dispatched and unclaimed, or quiet. */
export async function reconcileRun(deps: ReconcileDeps, job: Job): Promise<void> {
  const key: RunKey = { project: job.project, job: job.id, run: job.run.number }
  const now = deps.now()
  const quietAt = job.run.askGithub ? null : await quietSince(deps, key, job.run)
  if (quietAt !== null && quietAt > now) {
    await advanceJob(deps, key, { type: 'look-again', dueAt: quietAt })
    return
  }
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  if (repository === null) throw new GithubRefused(reason('app-uninstalled'))
  const workflowRun = await readRun(deps.github, repository, job.run, key)

  if (workflowRun !== null && job.run.workflowRunId === null) {
    const { id, url } = workflowRun
    await advanceJob(deps, key, { type: 'dispatched', workflowRunId: id, url, dueAt: now + ASK_AGAIN_MS })
  }
  const ended = endOf(job.run, workflowRun)
  if (ended !== null) {
    await advanceJob(deps, key, { type: 'failed', reason: ended, judged: job.run })
    return
  }
  const waited = now - (job.run.dispatchedAt ?? job.run.queuedAt)
  if (job.run.claimedAt === null && waited > deps.startWithinMs) {
    const hours = Math.round(deps.startWithinMs / 3_600_000)
    const detail = `it is ${workflowRun?.status ?? 'not to be found'} after ${hours} hours`
    await advanceJob(deps, key, {
      type: 'failed',
      reason: reason('not-started', detail),
      judged: job.run,
    })
    return
  }
  await advanceJob(deps, key, { type: 'look-again', dueAt: now + ASK_AGAIN_MS })
}

/** When a running runner that was heard lately would count as quiet; `null` for a run that nobody has claimed. */
async function quietSince(deps: ReconcileDeps, key: RunKey, run: Run): Promise<number | null> {
  if (run.claimedAt === null || run.state !== 'running') return null
  const { seen } = await readSeen(deps.store, runId(key))
  // A clock that was set back leaves heartbeats in the future.
  return Math.min(Math.max(seen.at, run.claimedAt), deps.now()) + QUIET_MS
}

const readRun = (
  github: Github,
  repository: RepositoryRef,
  run: Run,
  key: RunKey,
): Promise<WorkflowRun | null> => {
  if (run.workflowRunId !== null) return github.readWorkflowRun(repository, run.workflowRunId)
  return github.findWorkflowRun(repository, {
    file: run.workflow?.file ?? '',
    title: displayTitle(runId(key)),
    since: new Date((run.dispatchedAt ?? run.queuedAt) - 60_000),
  })
}

const CONCLUSIONS: Readonly<Record<string, ReasonCode>> = {
  cancelled: 'runner-cancelled',
  timed_out: 'runner-timed-out',
  startup_failure: 'startup-failure',
}

/** Why an open run has failed, if its workflow run is over or gone; `null`: it goes on. */
function endOf(run: Run, workflowRun: WorkflowRun | null): Reason | null {
  if (workflowRun === null) {
    return run.workflowRunId === null
      ? null
      : reason('runner-failed', 'GitHub knows the workflow run no more')
  }
  if (workflowRun.status !== 'completed') return null
  const conclusion = workflowRun.conclusion ?? 'no conclusion'
  const stage = run.claimedAt === null ? 'before it claimed its work' : 'while it worked'
  return reason(CONCLUSIONS[conclusion] ?? 'runner-failed', `${conclusion}, ${stage}`)
}
