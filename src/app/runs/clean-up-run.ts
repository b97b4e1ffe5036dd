import { backoff } from '../domain/backoff.ts'
import type { Job } from '../domain/job.ts'
import type { PendingCleanup } from '../domain/run.ts'
import type { Delivered } from '../domain/run-state-machine.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { updateJob } from '../job-store/update-job.ts'
import { loadProject, repositoryRef } from '../projects/project.ts'
import { repositoryOfWorkflow } from '../projects/runner-repository.ts'
import { takePacedSlot } from './github-pacing.ts'
import { revokePushToken } from './push-token.ts'
import { findWorkflowRunOf } from './reconcile-run.ts'
import type { RunWork } from './run-work.ts'
import { BELIEVE_AFTER_MS, isPullRequestMissing, readDelivery } from './verify-delivery.ts'

/** A runner that has reported, and still runs after this time, is cancelled. */
const PATIENCE_MS = 10 * 60_000
/**
 * After GitHub has refused the cleanup, or shown a workflow run as open that was cancelled by force, for this long, the server gives up. Some
 * runs stay `queued` for ever, and GitHub answers each cancellation with 202, 409 or 500:
 * https://github.com/actions/runner/issues/3872
 */
const LEFT_AFTER_MS = 24 * 3_600_000
/** Normal cancellations before the forced ones. On GitHub, a normal one may take up to five minutes. */
const NORMAL_CANCELLATIONS = 4
/** After this time, a dispatch without a workflow run counts as not started. */
const NEVER_STARTED_MS = 15 * 60_000

/**
 * Ends on GitHub what has ended here: revokes the push token, reads the delivery if something may have been pushed, and
 * checks the workflow run, and cancels it if needed, until GitHub reports its end.
 */
export async function cleanUpRun(deps: RunWork, job: Job, cleanup: PendingCleanup): Promise<void> {
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  try {
    if (cleanup.encryptedToken !== null) {
      await revokePushToken(deps, cleanup.encryptedToken, job.id)
      await change(deps, job, cleanup, { encryptedToken: null })
    }
    // Without an installation there is nothing left that the App could do.
    const runner = project && (await repositoryOfWorkflow(deps.store, project, cleanup.workflow))
    if (repository === null || runner === null) await change(deps, job, cleanup, null)
    else await closeOnGithub(deps, job, cleanup, { repository, runner })
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    // A suspended App may be unsuspended within a day. After that, token and workflow run have ended by themselves.
    if (deps.now() - cleanup.since < LEFT_AFTER_MS) return later(deps, job, cleanup)
    deps.log.warn(
      { job: job.id, run: cleanup.run, code: error.reason.code },
      'the cleanup of an ended run was given up',
    )
    await change(deps, job, cleanup, null)
  }
}

/** Postpones the cleanup to `dueAt`. */
export const rescheduleCleanup = (
  deps: RunWork,
  job: Job,
  cleanup: PendingCleanup,
  dueAt: number,
): Promise<void> => change(deps, job, cleanup, { dueAt })

async function closeOnGithub(
  deps: RunWork,
  job: Job,
  cleanup: PendingCleanup,
  { repository, runner }: { readonly repository: RepositoryRef; readonly runner: RepositoryRef },
): Promise<void> {
  const { workflowRunId, workflow } = cleanup
  const key = { project: job.project, job: job.id, run: cleanup.run }
  const workflowRun = await findWorkflowRunOf(deps.github, runner, key, {
    ...{ workflowRunId, file: workflow.file, since: job.createdAt },
  })
  const isLeft =
    (cleanup.cancellations ?? 0) > NORMAL_CANCELLATIONS && deps.now() - cleanup.since >= LEFT_AFTER_MS
  if (isLeft && workflowRun !== null && workflowRun.status !== 'completed')
    deps.log.warn({ job: job.id, run: cleanup.run }, 'GitHub does not end a cancelled workflow run')
  if (workflowRun === null || workflowRun.status === 'completed' || isLeft) {
    if (workflowRun === null && mayStillStart(cleanup, deps.now())) return later(deps, job, cleanup)
    const delivered = cleanup.readDelivery ? await readDelivery(deps.github, repository, job) : {}
    const isEarly = cleanup.readDelivery && deps.now() - cleanup.since < BELIEVE_AFTER_MS
    // The branch is recorded immediately; the pull request is looked up again.
    if (isEarly && isPullRequestMissing(delivered, job)) return later(deps, job, cleanup, {}, delivered)
    return change(deps, job, cleanup, null, delivered)
  }
  const now = deps.now()
  const cancel = cleanup.cancel || now - cleanup.since > PATIENCE_MS
  const { cancellations = 0 } = cleanup
  if (cancel) {
    const freeAt = await takePacedSlot(deps, runner.installationId, job.project, 'end')
    if (freeAt !== null)
      return change(deps, job, cleanup, { cancel, workflowRunId: workflowRun.id, dueAt: freeAt })
    const how = cancellations < NORMAL_CANCELLATIONS ? 'cancel' : 'force-cancel'
    await tryToCancel(deps, runner, workflowRun.id, how)
  }
  const more = { cancel, workflowRunId: workflowRun.id }
  return later(deps, job, cleanup, cancel ? { ...more, cancellations: cancellations + 1 } : more)
}

/** The run could be read, so an error is about this cancellation, and another kind of it may work. */
async function tryToCancel(
  { github, log }: RunWork,
  runner: RepositoryRef,
  workflowRunId: number,
  how: 'cancel' | 'force-cancel',
): Promise<void> {
  try {
    await github.cancelWorkflowRun(runner, workflowRunId, how)
  } catch (error) {
    if (!(error instanceof GithubUnavailable) || error.isLimit) throw error
    log.warn({ workflowRunId, how, err: error }, 'GitHub does not cancel a workflow run')
  }
}

const mayStillStart = (cleanup: PendingCleanup, now: number): boolean =>
  cleanup.workflowRunId === null && now - cleanup.since < NEVER_STARTED_MS

const later = (
  deps: RunWork,
  job: Job,
  cleanup: PendingCleanup,
  more: Partial<PendingCleanup> = {},
  delivered: Delivered = {},
): Promise<void> => {
  const tries = cleanup.tries + 1
  return change(
    deps,
    job,
    cleanup,
    { ...more, tries, dueAt: deps.now() + backoff(cleanup.tries, deps.random) },
    delivered,
  )
}

/** `null` drops the entry: nothing is left to do for this run. */
async function change(
  deps: RunWork,
  job: Job,
  cleanup: PendingCleanup,
  to: Partial<PendingCleanup> | null,
  delivered: Delivered = {},
): Promise<void> {
  await updateJob(deps, { project: job.project, job: job.id }, (current) => {
    const next = current.cleanups.flatMap((entry) => {
      if (entry.run !== cleanup.run) return [entry]
      return to === null ? [] : [{ ...entry, ...to }]
    })
    // The delivery is about the branch of that run; a later run may work on another branch.
    const news = current.branch === job.branch ? delivered : {}
    const { branchExists = current.branchExists, pullRequest = current.pullRequest } = news
    const closed = { ...current, cleanups: next, branchExists, pullRequest }
    return { transition: { kind: 'applied', job: closed, ended: null }, outcome: null }
  })
}
