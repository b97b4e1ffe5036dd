import type { PullRequestState } from '../domain/job.ts'
import type { CheckRunFields, NewCheckRun, Reviewers, Sent, Written } from './feedback-content.ts'
import type { ChangedFile, RepositoryRef } from './repository.ts'

export interface PullRequest {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed'
  readonly merged: boolean
  readonly draft: boolean
  readonly headRepositoryId: number | null
  readonly headBranch: string
  readonly headSha: string
  readonly baseRepositoryId: number
  readonly baseBranch: string
  readonly authorId: number
  /** Whether it has no conflict with its base; `null`: GitHub has not looked yet. Absent in lists. */
  readonly mergeable?: boolean | null | undefined
}

export type BranchUpdate =
  | { readonly kind: 'accepted' }
  /** The branch has another head. */
  | { readonly kind: 'moved' }
  /** The two do not merge, as far as GitHub says. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly detail: string }

/** Pull requests and the check runs on their commits. */
export interface GithubPullRequests {
  readPullRequest(repository: RepositoryRef, number: number): Promise<PullRequest | null>
  /** Merges the base into the branch of a pull request, if its head is still `expectedHead`. GitHub does it later. */
  updateBranch(
    repository: RepositoryRef,
    pull: { readonly number: number; readonly expectedHead: string },
  ): Promise<BranchUpdate>
  /** All files that a pull request changes; GitHub lists at most 3,000. */
  listChangedFiles(repository: RepositoryRef, pull: number): Promise<ChangedFile[]>
  /** The newest pull request from `branch` of the same repository. */
  findPullRequest(repository: RepositoryRef, branch: string): Promise<PullRequest | null>
  /** The newest open pull requests into a branch: at most 100. */
  listPullRequestsInto(repository: RepositoryRef, base: string): Promise<PullRequest[]>
  /** People and labels of a pull request. What it has already stays; people who cannot be assigned are left out. */
  addAssignees(repository: RepositoryRef, pullRequest: number, logins: readonly string[]): Promise<Sent>
  addLabels(repository: RepositoryRef, pullRequest: number, labels: readonly string[]): Promise<Sent>
  requestReviewers(repository: RepositoryRef, pullRequest: number, reviewers: Reviewers): Promise<Sent>
  createCheckRun(repository: RepositoryRef, check: NewCheckRun): Promise<Written>
  updateCheckRun(repository: RepositoryRef, id: number, check: CheckRunFields): Promise<Written>
  /** Our check run on a commit. */
  findCheckRun(
    repository: RepositoryRef,
    search: { readonly name: string; readonly headSha: string; readonly externalId: string },
  ): Promise<number | null>
}

/** As people on GitHub call it. Pure. */
export function stateOfPullRequest({
  state,
  merged,
  draft,
}: Pick<PullRequest, 'state' | 'merged' | 'draft'>): PullRequestState {
  if (merged) return 'merged'
  if (state === 'closed') return 'closed'
  return draft ? 'draft' : 'open'
}
