import { z } from 'zod'
import { serverBecauseOf } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import { isEnded } from '../domain/run.ts'
import type { JobKey } from '../domain/run-id.ts'
import { doubtAbsence, doubtWrite, inDoubt, withDoubt } from '../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import { type PullRequest, stateOfPullRequest, whenShown } from '../github/pull-request.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { feedbackAgain, lookEntry } from '../job-store/job-commit.ts'
import { loadJob } from '../job-store/job-record.ts'
import { type JobStore, updateJob } from '../job-store/update-job.ts'
import { loadProject, type Project, type ProjectWork, repositoryRef } from '../projects/project.ts'
import { archiveJob, unarchiveJob } from './archive-job.ts'

/** What a webhook said about the pull request of a job: the value of an entry in the queue. */
export const PullRequestChange = z.object({
  number: z.int(),
  change: z.enum(['closed', 'reopened']),
  /** When its webhook came, epoch ms. Absent from those of earlier versions. */
  at: z.int().optional(),
})
export type PullRequestChange = z.infer<typeof PullRequestChange>

const CLOSED = serverBecauseOf('the end of its pull request')
const REOPENED = serverBecauseOf('its reopened pull request')

/**
 * Archives the job of a closed pull request and deletes its branch, or brings the job back, as the settings say. A webhook
 * may be late or repeated, so GitHub is asked how the pull request is now. Returns when to retry (epoch ms), or `null`.
 */
export async function followPullRequest(
  deps: JobStore & ProjectWork,
  key: JobKey,
  { number, change, at }: PullRequestChange,
): Promise<number | null> {
  const found = await loadJob(deps.store, key)
  const project = await loadProject(deps.store, key.project)
  const repository = project && repositoryRef(project)
  if (found !== null && found.job.pullRequest?.number !== number) {
    // The job has continued in a new pull request: only the outcome of this one is of interest.
    await deps.store.commit({ set: [lookEntry(key, deps.now(), { number, at: deps.now() })] })
    return null
  }
  if (project === null || repository === null || found === null) return null
  try {
    const isAsSaid = await withDoubt(deps, repository, () =>
      follow(deps, { project, repository, job: found.job }, { number, change }),
    )
    return isAsSaid ? null : whenShown(at, deps.now())
  } catch (error) {
    if (error instanceof GithubUnavailable) return Math.max(error.retryAt, deps.now() + 5_000)
    if (!(error instanceof GithubRefused)) throw error
    deps.log.info({ job: key.job, code: error.reason.code }, 'the end of a pull request has no effect')
    return null
  }
}

/** False: GitHub shows a state that is not that of the webhook. */
async function follow(
  deps: JobStore & ProjectWork,
  { project, repository, job }: { project: Project; repository: RepositoryRef; job: Job },
  { number, change }: PullRequestChange,
): Promise<boolean> {
  const key = { project: project.id, job: job.id }
  const { archiveOnClose = false, pullRequest: settings } = project.config ?? {}
  const pullRequest = await deps.github.readPullRequest(repository, number)
  if (pullRequest === null) {
    await doubtAbsence(deps, repository, `pull request ${number}`)
    return true
  }
  await recordState(deps, key, pullRequest)
  if (pullRequest.state !== (change === 'closed' ? 'closed' : 'open')) return false
  if (change === 'reopened') {
    if (archiveOnClose) await unarchiveJob(deps, key, REOPENED)
    return true
  }
  if (archiveOnClose) await archiveJob(deps, key, CLOSED)
  if (deletes(settings?.deleteBranch, pullRequest)) await deleteBranch(deps, repository, job, pullRequest)
  return true
}

/** For what people see of the job, on GitHub and in the dashboard. */
async function recordState(
  deps: JobStore & ProjectWork,
  key: JobKey,
  pullRequest: PullRequest,
): Promise<void> {
  const state = stateOfPullRequest(pullRequest)
  await updateJob(deps, key, async (job, now) => {
    const { pullRequest: known } = job
    if (known?.number !== pullRequest.number || known.state === state)
      return { transition: { kind: 'ignored', why: 'the state is recorded already' }, outcome: null }
    const next = { ...job, pullRequest: { ...known, state } }
    const extraCommit = await feedbackAgain(deps.store, job, now)
    return { transition: { kind: 'applied', job: next, ended: null }, extraCommit, outcome: null }
  })
}

const deletes = (setting: string | undefined, { merged }: PullRequest): boolean =>
  setting === 'closed' || (setting === 'merged' && merged)

/** Only if the branch is ours, no run may still push to it, and nobody has pushed to it since. */
async function deleteBranch(
  deps: JobStore & ProjectWork,
  repository: RepositoryRef,
  { id, project, branch }: Job,
  { headBranch, headRepositoryId, headSha }: PullRequest,
): Promise<void> {
  const { github, store, log } = deps
  const now = await loadJob(store, { project, job: id })
  if (now === null || !isEnded(now.job.run)) return
  if (headBranch !== branch || headRepositoryId !== repository.id) return
  if ((await github.readBranchHead(repository, branch)) !== headSha) return
  const sent = await github.deleteBranch(repository, branch)
  if (sent.kind === 'sent') return
  const again = await doubtWrite(deps, repository, `deletion of ${branch}`, sent)
  if (again !== null) throw inDoubt(sent.detail, again)
  log.info({ job: id, branch, refusal: sent }, 'GitHub refuses to delete a branch')
}
