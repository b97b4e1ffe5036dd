import type { Reason } from '../../../contract/reasons.ts'
import type { Job } from '../../domain/job.ts'
import type { Delivered } from '../../domain/run-event.ts'
import type { Github, PullRequest, RepositoryRef } from '../../github/github.ts'

/** What of a run's work is on GitHub, whatever its runner said: the branch and the pull request from it. */
export async function readDelivery(github: Github, repository: RepositoryRef, job: Job): Promise<Delivered> {
  const head = await github.readBranchHead(repository, job.branch)
  const pullRequest = head === null ? null : await github.findPullRequest(repository, job.branch)
  const { botId } = await github.identity()
  if (pullRequest === null || !isOurs(pullRequest, job, botId)) return { branchExists: head !== null }
  return {
    branchExists: true,
    pullRequest: { number: pullRequest.number, url: pullRequest.url },
  }
}

/** Of this repository, from the working branch, opened by our bot. */
export const isOurs = (pullRequest: PullRequest, job: Job, botId: number): boolean =>
  pullRequest.headRepositoryId === job.repositoryId &&
  pullRequest.baseRepositoryId === job.repositoryId &&
  pullRequest.headBranch === job.branch &&
  pullRequest.authorId === botId

/** GitHub does not show a pull request (yet), or not even the branch: its reads lag behind its writes. */
export const isPullRequestMissing = (delivered: Delivered, job: Job): boolean =>
  delivered.pullRequest === undefined && job.pullRequest === null

/**
 * Whether the runner's reason says for certain that it opened none: it did not come so far, or GitHub refused it with a
 * separate status. A refusal without one stands for answers that got lost, and the last of them may have opened it.
 */
export const hasNoPullRequest = ({ code, message }: Reason): boolean =>
  code === 'push-refused' ||
  code === 'branch-moved' ||
  (code === 'pull-request-refused' && /^GitHub refused the pull request: 4\d\d /.test(message))

/** How long what GitHub does not show is looked for again before that is believed. */
export const BELIEVE_AFTER_MS = 45_000
