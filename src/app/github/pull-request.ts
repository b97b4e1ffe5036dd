import type { PullRequestState } from '../domain/job.ts'
import type { Sent, Written } from './errors.ts'
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
  /** Epoch milliseconds; absent: GitHub does not tell. */
  readonly openedAt?: number | undefined
  /** When it was merged or closed; absent: it is open. */
  readonly endedAt?: number | undefined
}

/** A commit of a pull request, as far as it tells who made it. */
export interface PullCommit {
  readonly sha: string
  readonly parents: number
  /** GitHub has signed it: it was made on its pages or through its API, and the account of the author is not forged. */
  readonly isMadeByGithub: boolean
  /** The account with the author's address is that of a bot. Without a signature, anybody may have chosen the address. */
  readonly isOfBot: boolean
}

/** What somebody thinks of a pull request. */
export interface PullReview {
  /** `null`: the account was deleted, or is no person's. */
  readonly author: { readonly id: number; readonly login: string } | null
  /** As GitHub says it, in lower case: a newer one may know more states. */
  readonly state: string
  /** The head that was reviewed; `null`: GitHub does not tell. */
  readonly sha: string | null
  /** Epoch milliseconds. */
  readonly at: number
}

/** An attempt of a check on a commit. */
export interface CheckAttempt {
  readonly id: number
  readonly name: string
  /** `null`: of no App. */
  readonly app: { readonly id: number; readonly slug: string | null } | null
  /** `null`: it has not ended. */
  readonly conclusion: string | null
}

export type BranchUpdate =
  | { readonly kind: 'accepted' }
  /** The branch has another head. */
  | { readonly kind: 'moved' }
  /** The two do not merge, as far as GitHub says. */
  | { readonly kind: 'conflict' }
  /** `status`: of GitHub's response. */
  | { readonly kind: 'refused'; readonly detail: string; readonly status: number | null }

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
  /** The commits of a pull request, oldest first; GitHub lists at most 250. */
  listPullCommits(repository: RepositoryRef, pull: number): Promise<PullCommit[]>
  /** Attempts of the checks on a commit, newest first: at most 500. `null`: GitHub does not know the commit. */
  listCheckAttempts(repository: RepositoryRef, sha: string): Promise<CheckAttempt[] | null>
  /** The pull requests with which a commit came into its branch, at most 100. `null`: GitHub does not know the commit. */
  listPullRequestsOf(repository: RepositoryRef, sha: string): Promise<PullRequest[] | null>
  /** The newest pull request from `branch` of the same repository. */
  findPullRequest(repository: RepositoryRef, branch: string): Promise<PullRequest | null>
  /** Reviews of a pull request, oldest first, those that are not submitted left out. */
  listReviews(repository: RepositoryRef, pull: number): Promise<PullReview[]>
  listOpenPullRequests(repository: RepositoryRef): Promise<PullRequest[]>
  /** The newest closed pull requests into a branch: at most 100. */
  listClosedPullRequestsInto(repository: RepositoryRef, base: string): Promise<PullRequest[]>
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

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required'

/** At most 20 characters of label and identifier, and 40 of description. */
export interface CheckButton {
  readonly label: string
  readonly description: string
  readonly identifier: string
}

export interface CheckAnnotation {
  readonly path: string
  readonly line: number
  readonly title: string
  readonly message: string
}

/** What a check run shows. Limits: https://docs.github.com/en/rest/checks/runs#create-a-check-run */
export interface CheckRunFields {
  /** `null`: in progress. */
  readonly conclusion: CheckConclusion | null
  readonly title: string
  readonly summary: string
  /** At most 50. GitHub adds them to those that it has. */
  readonly annotations: readonly CheckAnnotation[]
  /** At most three. */
  readonly buttons: readonly CheckButton[]
  readonly detailsUrl: string | null
}

export interface NewCheckRun extends CheckRunFields {
  readonly name: string
  readonly headSha: string
  /** Identifies the check run if the response to its creation was lost. */
  readonly externalId: string
}

/** Of whom a review is requested: logins, and slugs of teams. */
export interface Reviewers {
  readonly people: readonly string[]
  readonly teams: readonly string[]
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

const CATCH_UP_MS = 20_000

/**
 * GitHub may show for seconds what was before a webhook that came at this time. When to look once more, epoch ms; `null`: what
 * it shows counts. Pure.
 */
export const whenShown = (at: number | undefined, now: number): number | null =>
  at !== undefined && now < at + CATCH_UP_MS ? at + CATCH_UP_MS : null
