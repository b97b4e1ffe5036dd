import { displayTitle, WORKFLOW_FILE } from '../../contract/github.ts'
import { type Reason, reason } from '../../contract/reasons.ts'
import { jitter } from '../domain/backoff.ts'
import type { Job } from '../domain/job.ts'
import { type RunKey, runId } from '../domain/run-id.ts'
import type { DispatchPlan } from '../domain/run-state-machine.ts'
import { awaitDoubt, doubtRefusal } from '../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { PullRequest } from '../github/pull-request.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { DispatchOutcome } from '../github/workflow-run.ts'
import { advanceJob } from '../job-store/update-job.ts'
import { hasWaited } from '../limits/hold.ts'
import { loadProject, type Project, projectKeys, repositoryRef, whyAbsent } from '../projects/project.ts'
import { type RefreshedProject, refreshProject } from '../projects/refresh-project.ts'
import { findRunner, type Runner, refusedThere, repositoryOfWorkflow } from '../projects/runner-repository.ts'
import { classifyRefusal, transferred } from './classify-refusal.ts'
import { leaseDispatch, mayDispatch } from './lease-dispatch.ts'
import { mergeOnGithub, readPullRequest } from './merge-on-github.ts'
import { readmitRun } from './readmit-run.ts'
import type { RunWork } from './run-work.ts'

/** When GitHub is first checked for a run that no runner has claimed. */
const FIRST_LOOK_MS = 60_000
/** A dispatch that GitHub still refuses temporarily after this time fails. */
const GIVE_UP_MS = 24 * 3600 * 1000
/** If the database was restored from a backup, a run that was queued longer ago may already have been dispatched. */
const UNSUSPECTED_MS = 60_000

/** Starts the workflow of a queued run. If an earlier dispatch had no response, first checks whether it has started. */
export async function dispatchRun(deps: RunWork, job: Job): Promise<void> {
  const key: RunKey = { project: job.project, job: job.id, run: job.run.number }
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  if (project === null || repository === null) throw new GithubRefused(whyAbsent(project))
  // Work for one account must not use the runners and the model of another.
  if (job.accountId !== null && job.accountId !== project.accountId) {
    await advanceJob(deps, key, { type: 'failed', reason: transferred(project), expected: job.run })
    return
  }

  const before = await repositoryOfWorkflow(deps.store, project, job.run.workflow)
  if (job.run.dispatchedAt !== null && before !== null && (await hasStarted(deps, job, key, before))) return
  const limit = { ms: GIVE_UP_MS, now: deps.now() }
  if (job.run.attempts > 0 && (await hasWaited(deps.store, project, job.run.queuedAt, limit))) {
    const why = reason('dispatch-failed', `${job.run.attempts} attempts in 24 hours`)
    await advanceJob(deps, key, { type: 'failed', reason: why, expected: job.run })
    return
  }
  const place = { installationId: repository.installationId, accountId: project.accountId }
  if (!(await mayDispatch(deps, key, job.run, place))) return
  const current = await refreshProject(deps, project)
  const refusal = await readmitRun(deps, job, current, repository)
  if (refusal !== null) {
    await advanceJob(deps, key, { type: 'failed', reason: refusal, expected: job.run })
    return
  }
  const step = await mergeOnGithub(deps, job, {
    ...{ key, repository },
    holdCi: current.config.holdCi === true,
  })
  if (step.kind === 'done') return
  const runner = await findRunner(deps, current)
  const at = runner?.repository ?? repository
  const plan = await planDispatch(deps, job, current, { repository, runner, pull: step.pull })
  if (!(await leaseDispatch(deps, key, plan, place))) return
  const isOld = deps.now() - job.run.queuedAt > UNSUSPECTED_MS
  if (isOld && (await hasStarted(deps, job, key, at))) return
  await send(deps, key, plan, { at, runner })
}

/** Whether a dispatch without a response, or one that is missing from this database, has started the workflow. */
async function hasStarted(
  deps: RunWork,
  { run }: Job,
  key: RunKey,
  repository: RepositoryRef,
): Promise<boolean> {
  const found = await deps.github.findWorkflowRun(repository, {
    file: run.workflow?.file ?? WORKFLOW_FILE,
    title: displayTitle(runId(key)),
    // Clocks differ; a minute covers any difference that OIDC and TLS accept.
    since: new Date(run.queuedAt - 60_000),
  })
  if (found === null) return false
  const dueAt = deps.now() + FIRST_LOOK_MS
  await advanceJob(deps, key, { type: 'dispatched', workflowRunId: found.id, url: found.url, dueAt })
  return true
}

async function send(
  deps: RunWork,
  key: RunKey,
  plan: DispatchPlan,
  { at, runner }: { readonly at: RepositoryRef; readonly runner: Runner | null },
): Promise<void> {
  const { file, branch } = plan.workflow
  const outcome =
    (await doubtOfRunner(deps, runner)) ??
    (await deps.github.dispatchWorkflow(at, { file, ref: branch, run: runId(key) }))
  // A process that was delayed past its lease knows the response to its own attempt only. Another process may have
  // begun the next attempt, and the runner may have claimed the run, no matter how GitHub answered this dispatch.
  const expected = { state: 'dispatching', attempts: plan.attempt } as const
  switch (outcome.kind) {
    case 'started': {
      const { workflowRunId, url } = outcome
      const dueAt = deps.now() + FIRST_LOOK_MS
      await advanceJob(deps, key, { type: 'dispatched', workflowRunId, url, dueAt })
      return
    }
    case 'refused': {
      const judged = await judgeDispatch(deps, key, outcome, { at, runner })
      if (judged.kind !== 'failed') {
        await advanceJob(deps, key, { type: 'rescheduled', dueAt: judged.at + jitter(deps.random), expected })
        return
      }
      // What the last check of the project found no longer holds: people see that it has to be checked again.
      await deps.store.commit({ del: [projectKeys.check(key.project)] })
      await advanceJob(deps, key, {
        type: 'failed',
        reason: runner === null ? judged.reason : refusedThere(runner, judged.reason),
        expected,
      })
      return
    }
    case 'later':
      await advanceJob(deps, key, { type: 'rescheduled', dueAt: outcome.at + jitter(deps.random), expected })
      return
    case 'unknown':
      // When the lease expires, the server looks for the workflow run on GitHub before it dispatches again.
      return
  }
}

/** What keeps a dispatch from the repository with the runner. The doubts about the project's own were awaited before. */
async function doubtOfRunner(deps: RunWork, runner: Runner | null): Promise<DispatchOutcome | null> {
  try {
    if (runner !== null) await awaitDoubt(deps, runner.repository)
    return null
  } catch (error) {
    if (error instanceof GithubUnavailable)
      return { kind: 'later', at: error.retryAt, isLimit: error.isLimit, detail: error.message }
    if (!(error instanceof GithubRefused)) throw error
    return { kind: 'refused', reason: error.reason, status: error.status }
  }
}

/** Whether the run fails, or dispatches again at `at` (epoch ms), because GitHub may take the refusal back. */
async function judgeDispatch(
  deps: RunWork,
  key: RunKey,
  { reason, status = null }: Extract<DispatchOutcome, { kind: 'refused' }>,
  { at, runner }: { readonly at: RepositoryRef; readonly runner: Runner | null },
): Promise<
  { readonly kind: 'later'; readonly at: number } | { readonly kind: 'failed'; readonly reason: Reason }
> {
  if (runner === null) {
    const judged = await classifyRefusal(deps, key.project, { state: 'dispatching' }, { reason, status })
    return judged.kind === 'moved' ? { kind: 'later', at: deps.now() } : judged
  }
  const again = await doubtRefusal(deps, at, { reason, status })
  return again === null ? { kind: 'failed', reason } : { kind: 'later', at: again }
}

async function planDispatch(
  deps: RunWork,
  job: Job,
  project: RefreshedProject,
  {
    repository,
    runner,
    pull,
  }: {
    readonly repository: RepositoryRef
    readonly runner: Runner | null
    readonly pull: PullRequest | null | undefined
  },
): Promise<DispatchPlan> {
  const { botId } = await deps.github.identity()
  const continued = await continuePullRequest(deps, job, { repository, pull })
  return {
    attempt: job.run.attempts + 1,
    workflow: {
      repositoryId: runner?.repository.id ?? project.repositoryId,
      ownerId: project.accountId,
      file: WORKFLOW_FILE,
      branch: runner?.defaultBranch ?? project.defaultBranch,
      actorId: botId,
    },
    filesSha: project.filesSha,
    base: continued.base ?? baseOf(job, project),
    budgets: project.config.budgets,
    newBranch: continued.newBranch,
  }
}

export const baseOf = (job: Job, project: Project & { defaultBranch: string }): string =>
  job.base ?? project.config?.base ?? project.defaultBranch

interface Continued {
  /** Of the open pull request; `null`: none. A person, or GitHub when it deletes a merged base, may have changed it. */
  readonly base: string | null
  /** After a merged or closed pull request, work continues in a new one, from a new branch; `null`: on its branch. */
  readonly newBranch: string | null
}

async function continuePullRequest(
  deps: RunWork,
  job: Job,
  { repository, pull }: { readonly repository: RepositoryRef; readonly pull: PullRequest | null | undefined },
): Promise<Continued> {
  if (job.pullRequest === null || !job.branchExists) return { base: null, newBranch: null }
  const pullRequest =
    pull === undefined ? await readPullRequest(deps, repository, job.pullRequest.number) : pull
  if (pullRequest?.state === 'open') return { base: pullRequest.baseBranch, newBranch: null }
  return { base: null, newBranch: `${job.branch.replace(/-\d+$/, '')}-${job.run.number}` }
}
