import { displayTitle, WORKFLOW_FILE } from '../../contract/dispatch.ts'
import { reason } from '../../contract/reasons.ts'
import { type Github, GithubRefused, type RepositoryRef } from '../github/github.ts'
import { slotOf, waitOf } from '../jobs/job-commit.ts'
import type { Job } from '../jobs/job-record.ts'
import { advanceJob, type JobStore, updateJob } from '../jobs/update-job.ts'
import { loadProject } from '../projects/load-project.ts'
import { type Project, repositoryRef } from '../projects/project.ts'
import { type RefreshedProject, refreshProject } from '../projects/refresh-project.ts'
import { retryDelay } from './retry-delay.ts'
import type { DispatchPlan, RunEvent } from './run-event.ts'
import { type RunKey, runId } from './run-id.ts'
import { advanceRun } from './run-state.ts'
import { hasSlot, takeSlot } from './take-slot.ts'

export interface DispatchDeps extends JobStore {
  readonly github: Github
  /** How many runs of a project may be under way; the others wait. */
  readonly runsAtOnce: number
}

/** How long an unanswered dispatch is left alone before GitHub is asked whether it started. */
const LEASE_MS = 30_000
/** How soon GitHub is asked about a run that nobody has claimed. */
const FIRST_LOOK_MS = 60_000
/** How soon a run that found no place to run looks again, if no end of another wakes it. */
const WAIT_MS = 30_000
/** A dispatch that GitHub keeps putting off is given up. */
const GIVE_UP_MS = 24 * 3600 * 1000

/** Starts the workflow for a queued run; for one whose dispatch went unanswered, looks first whether it started. */
export async function dispatchRun(deps: DispatchDeps, job: Job): Promise<void> {
  const key: RunKey = { project: job.project, job: job.id, run: job.run.number }
  const advance = (event: RunEvent) => advanceJob(deps, key, event)
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  if (project === null || repository === null) throw new GithubRefused(reason('app-uninstalled'))

  if (job.run.dispatchedAt !== null) {
    const found = await findUnanswered(deps, job, key, repository)
    if (found !== null) {
      await advance({
        type: 'dispatched',
        workflowRunId: found.id,
        url: found.url,
        dueAt: deps.now() + FIRST_LOOK_MS,
      })
      return
    }
  }
  if (job.run.attempts > 0 && deps.now() - job.run.queuedAt > GIVE_UP_MS) {
    await advance({
      type: 'failed',
      reason: reason('dispatch-failed', `${job.run.attempts} attempts in 24 hours`),
    })
    return
  }
  // Before GitHub is asked anything: many may wait here for long.
  if (slotOf(job) === null && !(await hasSlot(deps.store, job.project, deps.runsAtOnce, waitOf(job)))) {
    await advance({ type: 'no-place', dueAt: deps.now() + WAIT_MS })
    return
  }
  const plan = await planDispatch(deps, job, await refreshProject(deps, project), repository)
  const leased = await lease(deps, key, plan)
  if (!leased) return

  const { file, branch } = plan.workflow
  const outcome = await deps.github.dispatchWorkflow(repository, { file, ref: branch, run: runId(key) })
  switch (outcome.kind) {
    case 'started': {
      const { workflowRunId, url } = outcome
      await advance({ type: 'dispatched', workflowRunId, url, dueAt: deps.now() + FIRST_LOOK_MS })
      return
    }
    case 'refused':
      // The runner may have come already, whatever GitHub says of the dispatch.
      await advance({ type: 'failed', reason: outcome.reason, judged: 'dispatching' })
      return
    case 'later':
      await advance({ type: 'look-again', dueAt: outcome.at + retryDelay(0) })
      return
    case 'unknown':
      // The lease stands: when it is over, GitHub is asked before anything is started again.
      return
  }
}

/** Takes the attempt for this process, and for the run's first one a place to run. False: not now, or not ours. */
async function lease(deps: DispatchDeps, key: RunKey, plan: DispatchPlan): Promise<boolean> {
  const update = await updateJob<boolean>(deps, key, async (job, now) => {
    if (job.run.number !== key.run)
      return { step: { kind: 'ignored', why: 'the run has ended' }, answer: false }
    const slot =
      slotOf(job) === null ? await takeSlot(deps.store, key.project, deps.runsAtOnce, waitOf(job)) : {}
    if (slot === null) {
      return { step: advanceRun(job, { type: 'no-place', dueAt: now + WAIT_MS }, now), answer: false }
    }
    const step = advanceRun(job, { type: 'dispatching', plan, dueAt: now + LEASE_MS }, now)
    return { step, beside: slot, answer: step.kind === 'step' }
  })
  return update.kind === 'done' && update.answer
}

const findUnanswered = (deps: DispatchDeps, job: Job, key: RunKey, repository: RepositoryRef) =>
  deps.github.findWorkflowRun(repository, {
    file: job.run.workflow?.file ?? WORKFLOW_FILE,
    title: displayTitle(runId(key)),
    // Clocks differ; a minute is enough for any that OIDC and TLS still accept.
    since: new Date((job.run.dispatchedAt ?? job.run.queuedAt) - 60_000),
  })

async function planDispatch(
  deps: DispatchDeps,
  job: Job,
  project: RefreshedProject,
  repository: RepositoryRef,
): Promise<DispatchPlan> {
  const { botId } = await deps.github.identity()
  return {
    attempt: job.run.attempts + 1,
    workflow: {
      repositoryId: project.repositoryId,
      ownerId: project.accountId,
      file: WORKFLOW_FILE,
      branch: project.defaultBranch,
      actorId: botId,
    },
    filesSha: project.filesSha,
    base: baseOf(job, project),
    newBranch: await branchAfterClosedPullRequest(deps, job, repository),
  }
}

export const baseOf = (job: Job, project: Project & { defaultBranch: string }): string =>
  job.base ?? project.config?.base ?? project.defaultBranch

/** Work on a merged or closed pull request goes on in a new one, from a new branch. */
async function branchAfterClosedPullRequest(
  deps: DispatchDeps,
  job: Job,
  repository: RepositoryRef,
): Promise<string | null> {
  if (job.pullRequest === null || !job.branchExists) return null
  const pullRequest = await deps.github.readPullRequest(repository, job.pullRequest.number)
  if (pullRequest?.state === 'open') return null
  return `${job.branch.replace(/-\d+$/, '')}-${job.run.number}`
}
