import type { Reason } from '../../contract/reasons.ts'
import type { Job } from '../domain/job.ts'
import type { Delivered } from '../domain/run-event.ts'
import type { Github } from '../github/github.ts'
import { type PullRequest, stateOfPullRequest } from '../github/pull-request.ts'
import type { RepositoryRef } from '../github/repository.ts'

/** The branch and the pull request of a run as GitHub shows them, whatever the runner reported. */
export async function readDelivery(github: Github, repository: RepositoryRef, job: Job): Promise<Delivered> {
  const head = await github.readBranchHead(repository, job.branch)
  const pullRequest = head === null ? null : await github.findPullRequest(repository, job.branch)
  const { botId } = await github.identity()
  if (pullRequest === null || !isOurs(pullRequest, job, botId)) return { branchExists: head !== null }
  return deliveredAs(pullRequest)
}

export const deliveredAs = (pullRequest: PullRequest): Delivered => ({
  branchExists: true,
  pullRequest: { number: pullRequest.number, url: pullRequest.url, state: stateOfPullRequest(pullRequest) },
})

/** Whether the pull request is in this repository, from the working branch, and opened by our bot. */
export const isOurs = (pullRequest: PullRequest, job: Job, botId: number): boolean =>
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
export const hasNoPullRequest = ({ code, message }: Reason): boolean =>
  code === 'push-refused' ||
  code === 'branch-moved' ||
  (code === 'pull-request-refused' && /^GitHub refused the pull request: 4\d\d /.test(message))

/** How long the server looks again for an object that GitHub does not show, before it counts as missing. */
export const BELIEVE_AFTER_MS = 45_000
