import type { Mode } from '../../contract/job.ts'
import { type Reason, reason } from '../../contract/reasons.ts'
import type { Job } from '../domain/job.ts'
import type { Report } from '../domain/run.ts'
import type { RunKey } from '../domain/run-id.ts'
import type { Delivered } from '../domain/run-state-machine.ts'
import { mayEndWithQuestion } from '../domain/turns.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { type PullRequest, stateOfPullRequest } from '../github/pull-request.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { readResults } from '../job-store/run-history.ts'
import { advanceJob } from '../job-store/update-job.ts'
import { loadProject, type Project, repositoryRef, whyAbsent } from '../projects/project.ts'
import { describeSavedPatch } from './assignment/saved-patch.ts'
import { revokePushToken } from './push-token.ts'
import { postReview } from './review/post-review.ts'
import type { RunWork } from './run-work.ts'

const LOOK_AGAIN_MS = 3_000
const LOOK_LATER_MS = 15_000

type Verdict =
  | { readonly kind: 'confirmed'; readonly delivered: Delivered }
  | { readonly kind: 'failed'; readonly reason: Reason; readonly delivered: Delivered }
  /** GitHub does not show what the runner reported. If it stays missing, the run fails for this reason. */
  | { readonly kind: 'unseen'; readonly reason: Reason }
  /** To be looked at again at this time (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }

const mismatch = (detail: string): Verdict => ({
  kind: 'unseen',
  reason: reason('delivery-mismatch', detail),
})

/** A mismatch that is permanent. */
const permanentMismatch = (detail: string, delivered: Delivered): Verdict => ({
  kind: 'failed',
  reason: reason('delivery-mismatch', detail),
  delivered,
})

/** Completed means delivered: the server itself reads from GitHub what the runner reported. */
export async function verifyDelivery(deps: RunWork, job: Job): Promise<void> {
  const { run } = job
  const key: RunKey = { project: job.project, job: job.id, run: run.number }
  if (run.report === null || run.reportedAt === null)
    throw new Error(`job ${job.id}: delivered without a report`)
  if (run.encryptedToken !== null) {
    await revokePushToken(deps, run.encryptedToken, job.id)
    await advanceJob(deps, key, { type: 'token-revoked' })
  }
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  if (project === null || repository === null) throw new GithubRefused(whyAbsent(project))

  const fail = async (why: Reason, delivered: Delivered) => {
    const described = await describeSavedPatch(deps.store, job.id, run.number, why)
    return advanceJob(deps, key, { type: 'failed', reason: described, delivered, expected: run })
  }
  const verdict =
    run.report.outcome === 'no-change' && run.mode === 'review'
      ? await judgeReview(deps, job, project, repository)
      : await judge(deps, job, run.report, repository)
  switch (verdict.kind) {
    case 'confirmed':
      await advanceJob(deps, key, { type: 'confirmed', delivered: verdict.delivered })
      return
    case 'failed':
      await fail(verdict.reason, verdict.delivered)
      return
    case 'later':
      await advanceJob(deps, key, { type: 'rescheduled', dueAt: verdict.at, expected: run })
      return
    case 'unseen': {
      const now = deps.now()
      const enough = run.report.outcome === 'published' ? BELIEVE_PUBLISHED_AFTER_MS : BELIEVE_AFTER_MS
      if (now - run.reportedAt < enough) {
        const wait = now - run.reportedAt < BELIEVE_AFTER_MS ? LOOK_AGAIN_MS : LOOK_LATER_MS
        await advanceJob(deps, key, { type: 'rescheduled', dueAt: now + wait, expected: run })
        return
      }
      await fail(verdict.reason, await readDelivery(deps.github, repository, job))
    }
  }
}

async function judge(deps: RunWork, job: Job, report: Report, repository: RepositoryRef): Promise<Verdict> {
  switch (report.outcome) {
    case 'published':
      return judgePublished(deps.github, job, report, repository)
    case 'no-change':
      return judgeNoChange(deps, job, report, repository)
    case 'failed':
    case 'cancelled':
      return judgeFailed(deps.github, job, report, repository)
  }
}

/** What a review delivers is the server's own work: the runner could push nothing. */
async function judgeReview(
  deps: RunWork,
  job: Job,
  project: Project,
  repository: RepositoryRef,
): Promise<Verdict> {
  const posting = await postReview(deps, job, { project, repository })
  switch (posting.kind) {
    case 'posted':
      return { kind: 'confirmed', delivered: posting.delivered }
    case 'failed':
      return { ...posting, delivered: {} }
    case 'unseen':
    case 'later':
      return posting
  }
}

/** A run that ended at a limit has published its changes; a run that was interrupted may have. */
async function judgeFailed(
  github: Github,
  job: Job,
  report: Report,
  repository: RepositoryRef,
): Promise<Verdict> {
  const why = report.reason ?? reason('action-failed', 'it reported no reason')
  // Without a push token nothing can have been pushed.
  if (job.run.publishingAt === null) return { kind: 'failed', reason: why, delivered: {} }
  if (report.pullRequest !== null)
    return judgeDraft(github, job, { why, number: report.pullRequest }, repository)
  const delivered = await readDelivery(github, repository, job)
  return isPullRequestMissing(delivered, job) && !hasNoPullRequest(why)
    ? { kind: 'unseen', reason: why }
    : { kind: 'failed', reason: why, delivered }
}

/** The pull request of a run that ended at a limit. It is read by its number, because lists lag further behind. */
async function judgeDraft(
  github: Github,
  job: Job,
  { why, number }: { readonly why: Reason; readonly number: number },
  repository: RepositoryRef,
): Promise<Verdict> {
  const pullRequest = await github.readPullRequest(repository, number)
  const { botId } = await github.identity()
  return pullRequest === null || !isOurs(pullRequest, job, botId)
    ? { kind: 'unseen', reason: why }
    : { kind: 'failed', reason: why, delivered: deliveredAs(pullRequest) }
}

async function judgePublished(
  github: Github,
  job: Job,
  report: Report,
  repository: RepositoryRef,
): Promise<Verdict> {
  const { pullRequest: number, headSha } = report
  if (number === null || headSha === null)
    return permanentMismatch('the report names no pull request', await readDelivery(github, repository, job))
  const pullRequest = await github.readPullRequest(repository, number)
  if (pullRequest === null) return mismatch(`pull request #${number} does not exist`)
  const { botId } = await github.identity()
  if (!isOurs(pullRequest, job, botId)) {
    const detail = `#${number} was not opened by the bot of the App from the branch ${job.branch} of this repository`
    return permanentMismatch(detail, await readDelivery(github, repository, job))
  }
  // The runner left it open and as requested. A person has changed it since, so another look does not help.
  const wrong = whatIsWrong(pullRequest, job)
  if (wrong !== null) return permanentMismatch(wrong, deliveredAs(pullRequest))
  if (pullRequest.headSha !== headSha && !(await github.contains(repository, headSha, pullRequest.headSha))) {
    return mismatch(`the head of #${number} is ${pullRequest.headSha}, which does not contain ${headSha}`)
  }
  return { kind: 'confirmed', delivered: deliveredAs(pullRequest) }
}

function whatIsWrong(pullRequest: PullRequest, job: Job): string | null {
  const name = `#${pullRequest.number}`
  // Only the turn that opens the pull request sets its base. Later, a person may have changed it.
  const isFirst = job.pullRequest?.number !== pullRequest.number
  if (isFirst && pullRequest.baseBranch !== job.run.base) {
    return `the base of ${name} is ${pullRequest.baseBranch} instead of ${job.run.base}`
  }
  if (pullRequest.state === 'closed' && !pullRequest.merged) return `${name} is closed`
  return null
}

async function judgeNoChange(
  deps: RunWork,
  job: Job,
  report: Report,
  repository: RepositoryRef,
): Promise<Verdict> {
  const head = await deps.github.readBranchHead(repository, job.branch)
  if (head !== report.headSha) {
    return mismatch(
      `branch ${job.branch} is at ${head ?? 'no commit'} instead of ${report.headSha ?? 'absent'}`,
    )
  }
  // Only a runner that has something to publish requests a push token.
  if (job.run.publishingAt !== null && job.pullRequest === null && head !== null)
    return permanentMismatch(`branch ${job.branch} exists although the run reported no change`, {
      branchExists: true,
    })
  return {
    kind: 'confirmed',
    delivered: { branchExists: head !== null, reason: await whyNoChange(deps, job) },
  }
}

const WHY_IN_MODE: Readonly<Record<Exclude<Mode, 'review'>, string>> = {
  ask: 'it was asked for an answer, which is the summary of the run.',
  plan: 'it was asked for a plan, which is the summary of the run.',
}

async function whyNoChange(deps: RunWork, job: Job): Promise<Reason> {
  const { mode } = job.run
  if (mode !== undefined && mode !== 'review') return reason('no-change', WHY_IN_MODE[mode])
  const [result] = await readResults(deps.store, job.id, [job.run])
  const { obstacle, question } = result?.outcome === 'no-change' ? result : {}
  // The result has its words, which are deleted with the prompts.
  if (question !== undefined && mayEndWithQuestion(job)) return reason('input-required')
  const parts = [obstacle, result?.summary].filter((part) => part)
  return reason('no-change', parts.join(' ') || 'it gave no summary.')
}

/** The branch and the pull request of a run as GitHub shows them, whatever the runner reported. */
export async function readDelivery(github: Github, repository: RepositoryRef, job: Job): Promise<Delivered> {
  const head = await github.readBranchHead(repository, job.branch)
  const pullRequest = head === null ? null : await github.findPullRequest(repository, job.branch)
  const { botId } = await github.identity()
  if (pullRequest === null || !isOurs(pullRequest, job, botId)) return { branchExists: head !== null }
  return deliveredAs(pullRequest)
}

const deliveredAs = (pullRequest: PullRequest): Delivered => ({
  branchExists: true,
  pullRequest: { number: pullRequest.number, url: pullRequest.url, state: stateOfPullRequest(pullRequest) },
})

/** Whether the pull request is in this repository, from the working branch, and opened by our bot. */
const isOurs = (pullRequest: PullRequest, job: Job, botId: number): boolean =>
  pullRequest.headRepositoryId === job.repositoryId &&
  pullRequest.baseRepositoryId === job.repositoryId &&
  pullRequest.headBranch === job.branch &&
  pullRequest.authorId === botId

/** GitHub does not show the pull request, or not even the branch. Its reads lag behind its writes. */
export const isPullRequestMissing = (delivered: Delivered, job: Job): boolean =>
  delivered.pullRequest === undefined && job.pullRequest === null

/**
 * Whether the reason of the runner proves that it opened no pull request: it did not get that far, or GitHub refused
 * with a 4xx status. A refusal without a status stands for lost responses, and the last of these requests may have
 * succeeded.
 */
const hasNoPullRequest = ({ code, message }: Reason): boolean =>
  code === 'push-refused' ||
  code === 'branch-moved' ||
  (code === 'pull-request-refused' && /^GitHub refused the pull request: 4\d\d /.test(message))

/** How long the server looks again for an object that GitHub does not show, before it counts as missing. */
export const BELIEVE_AFTER_MS = 45_000
/** The same for what would complete the job. As long as any other refusal of GitHub is doubted, see github/doubt.ts. */
const BELIEVE_PUBLISHED_AFTER_MS = 150_000
