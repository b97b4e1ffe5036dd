import type { Reason } from '../../contract/reasons.ts'
import type { Instruction } from '../../contract/runner-protocol/assignment.ts'
import type { SettingsFile } from '../../settings/settings-files.ts'
import type { CheckRunFields, NewCheckRun, Reviewers, Sent, Written } from './feedback-content.ts'

/** A repository as seen through one installation of the app. */
export interface RepositoryRef {
  readonly installationId: number
  readonly id: number
  readonly owner: string
  readonly name: string
}

export interface Account {
  readonly id: number
  readonly login: string
}

export interface Installation {
  readonly id: number
  readonly account: Account
  readonly suspended: boolean
  /** What the owner has granted: `read` or `write`, by name of the permission. */
  readonly permissions: Readonly<Record<string, string>>
}

export interface InstalledRepository {
  readonly id: number
  readonly owner: Account
  readonly name: string
  readonly private: boolean
  readonly visibility?: string | undefined
  readonly archived: boolean
  readonly defaultBranch: string
  readonly url: string
}

/** The app's own bot account. */
export interface AppIdentity {
  /** With which people sign in. */
  readonly clientId: string
  readonly slug: string
  readonly botId: number
  /** `slug[bot]` */
  readonly botLogin: string
  /** `<bot id>+slug[bot]@users.noreply.<host>` */
  readonly botEmail: string
}

export interface MintedToken {
  readonly token: string
  /** The current owner and name of the repository, which may differ from those in the request. */
  readonly owner: string
  readonly name: string
}

export interface DefaultHead {
  readonly defaultBranch: string
  readonly sha: string
  readonly private: boolean
  /** `public`, `internal` or `private`; absent: GitHub does not say. */
  readonly visibility?: string | undefined
  /** Current owner: GitHub also finds a renamed repository under its old name. */
  readonly owner: string
  /** Id of the account that owns the repository now. */
  readonly ownerId: number
  readonly name: string
  readonly url: string
}

export interface ProjectFiles {
  /** The settings files that exist. */
  readonly settings: readonly SettingsFile[]
  readonly instructions: readonly Instruction[]
}

/** The settings file of an account. */
export type OrganisationFile =
  /** `null`: it is too large. */
  | { readonly kind: 'file'; readonly text: string | null }
  | { readonly kind: 'absent' }
  /** The App cannot read the repository, or there is none. */
  | { readonly kind: 'hidden' }

export type DispatchOutcome =
  /** Accepted. The id is `null` if GitHub does not return it (Enterprise Server without run details). */
  | { readonly kind: 'started'; readonly workflowRunId: number | null; readonly url: string | null }
  /** Fails permanently until a person changes something. */
  | { readonly kind: 'refused'; readonly reason: Reason }
  /** Not accepted, and nothing has started. Retry at `at` (epoch ms). */
  | { readonly kind: 'later'; readonly at: number; readonly isLimit: boolean; readonly detail: string }
  /** No response: the workflow may have started. */
  | { readonly kind: 'unknown'; readonly detail: string }

export interface WorkflowRun {
  readonly id: number
  readonly url: string
  readonly displayTitle: string
  /** requested, queued, pending, waiting, in_progress, completed. */
  readonly status: string
  /** Set once completed: success, failure, cancelled, timed_out, startup_failure, action_required, … */
  readonly conclusion: string | null
  readonly attempt: number
}

/** A workflow run of the project's own CI. */
export interface CiRun {
  readonly id: number
  /** Path of the workflow file. */
  readonly path: string
  readonly headSha: string
  readonly headBranch: string | null
  /** `null`: the fork was deleted. */
  readonly headRepositoryId: number | null
  readonly conclusion: string | null
  readonly attempt: number
}

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

/** What a person may do in a repository now. */
export interface CollaboratorPermission {
  /** A login can pass to another person: compare this id. */
  readonly userId: number
  /** `admin`, `write`, `read` or `none`. `maintain` counts as write, and `triage` as read. */
  readonly permission: string
  /** The role itself, which may be one that the organisation has defined. */
  readonly roleName: string
}

/** A review of a pull request, with all of its comments. */
export interface SubmittedReview {
  readonly id: number
  /** `null`: the account was deleted. */
  readonly authorId: number | null
  readonly body: string
  /** approved, changes_requested, commented, dismissed. */
  readonly state: string
  readonly comments: readonly ReviewComment[]
}

export interface ReviewComment {
  readonly id: number
  readonly authorId: number | null
  readonly body: string
  readonly path: string
  /** The end of the diff's hunk, down to the line. */
  readonly hunk: string
  readonly line: number | null
  /** The first comment of its thread, itself or another. */
  readonly thread: number
  /** Epoch milliseconds. */
  readonly updatedAt: number
}

/** An issue or a pull request, as it is now. */
export interface ReadIssue {
  readonly title: string
  readonly body: string
  /** `null`: the account was deleted, or is no person's. */
  readonly author: { readonly id: number; readonly login: string } | null
  readonly isPullRequest: boolean
}

/** A file that a pull request, or a branch, changes. */
export interface ChangedFile {
  readonly path: string
  /** Before a rename. */
  readonly previousPath: string | null
  /** added, removed, modified, renamed, copied, changed, unchanged. */
  readonly status: string
  /** Its diff; `null`: it is binary or too large. */
  readonly patch: string | null
}

/** A webhook that did not reach the server, or that the server could not process. */
export interface FailedDelivery {
  readonly id: number
  /** A repeated delivery has the GUID of the first. */
  readonly guid: string
  readonly event: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** What a reaction is added to. Of an issue or a pull request, the id is its number. */
export interface ReactionSubject {
  readonly kind: 'issue' | 'comment' | 'review-comment'
  readonly id: number
}

/** A text on GitHub to which people can attach files. */
export type AttachmentPlace =
  /** The first text of an issue or of a pull request. */
  | { readonly kind: 'issue'; readonly number: number }
  | { readonly kind: 'comment'; readonly id: number }
  /** A review with its comments; `review-comment`: the review that has this comment. */
  | { readonly kind: 'review' | 'review-comment'; readonly pull: number; readonly id: number }

/** The only way the app reaches GitHub. Methods throw GithubUnavailable or GithubRefused. */
export interface Github {
  identity(): Promise<AppIdentity>
  listInstallations(): Promise<Installation[]>
  /** The installation that covers the repository of this name, also after a rename or transfer; `null`: none. */
  findInstallation(owner: string, name: string): Promise<Installation | null>
  listRepositories(installationId: number): Promise<InstalledRepository[]>
  readRepository(repository: RepositoryRef): Promise<InstalledRepository>
  /** Whether a recent webhook of GitHub announced the deletion of the repository with this id. */
  wasDeleted(repositoryId: number): Promise<boolean>
  /** Failed deliveries of webhooks since then, newest first: at most a thousand. */
  listFailedDeliveries(since: Date): Promise<FailedDelivery[]>
  /** Asks GitHub to send a webhook again. */
  redeliver(id: number): Promise<void>
  /** Name and head commit of the default branch. */
  readDefaultHead(repository: RepositoryRef): Promise<DefaultHead>
  /** Settings and instruction files at one SHA. Instruction files over 64 KiB are left out. */
  readProjectFiles(
    repository: RepositoryRef,
    sha: string,
    instructionPaths: readonly string[],
  ): Promise<ProjectFiles>
  /** `prentice.yml` in the repository `.github` of an account. `hadFile`: tells a file that is gone from one that is hidden. */
  readOrganisationFile(
    account: Pick<RepositoryRef, 'installationId' | 'owner'>,
    hadFile: boolean,
  ): Promise<OrganisationFile>
  dispatchWorkflow(
    repository: RepositoryRef,
    workflow: { file: string; ref: string; run: string },
  ): Promise<DispatchOutcome>
  /** The newest run of the workflow whose display title is `title`, created at or after `since`. */
  findWorkflowRun(
    repository: RepositoryRef,
    search: { file: string; title: string; since: Date },
  ): Promise<WorkflowRun | null>
  /** `null`: the run does not exist, or was deleted. */
  readWorkflowRun(repository: RepositoryRef, id: number): Promise<WorkflowRun | null>
  /** A workflow run of CI; `null`: it does not exist, or was deleted. */
  readCiRun(repository: RepositoryRef, id: number): Promise<CiRun | null>
  /** The jobs of its last attempt that failed or ran out of time. */
  listFailedJobs(
    repository: RepositoryRef,
    run: number,
  ): Promise<readonly { readonly id: number; readonly name: string }[]>
  /** The end of the log of a job; `null`: there is none, or it was deleted. */
  readJobLog(repository: RepositoryRef, job: number): Promise<string | null>
  /** Asks GitHub to end the run. A run that has already ended is not an error. */
  cancelWorkflowRun(repository: RepositoryRef, id: number, how: 'cancel' | 'force-cancel'): Promise<void>
  /** A token with `contents: read` for this repository. */
  mintFetchToken(repository: RepositoryRef): Promise<MintedToken>
  /** A token with `contents: read` for these repositories of one installation. */
  mintContextToken(repositories: readonly RepositoryRef[]): Promise<string>
  /** A new token with `contents: write` and `pull_requests: write` for this repository, never from a cache. */
  mintPushToken(repository: RepositoryRef): Promise<MintedToken>
  /** A token that is already invalid is not an error. */
  revokeToken(token: string): Promise<void>
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
  /** Whether the person owns the organisation. Needs the permission `members`; without it the answer is no. */
  isOrganizationOwner(
    account: Pick<RepositoryRef, 'installationId' | 'owner'>,
    login: string,
  ): Promise<boolean>
  /** Whether the person is in a team of the organisation. Needs the permission `members`; without it the answer is no. */
  isTeamMember(
    account: Pick<RepositoryRef, 'installationId' | 'owner'>,
    team: string,
    login: string,
  ): Promise<boolean>
  /** The present login of a person, who may have changed it; `null`: the account was deleted. */
  loginOf(installation: Pick<RepositoryRef, 'installationId'>, personId: number): Promise<string | null>
  /** `null`: there is no person of that login, or no such repository. */
  permissionOf(repository: RepositoryRef, login: string): Promise<CollaboratorPermission | null>
  react(repository: RepositoryRef, subject: ReactionSubject, content: 'eyes'): Promise<Written>
  /** An issue or a pull request; `null`: it does not exist, or was deleted or moved. */
  readIssue(repository: RepositoryRef, number: number): Promise<ReadIssue | null>
  /** Addresses with which anybody can read, for some minutes, the files that people attached to a text. */
  listSignedAttachments(repository: RepositoryRef, place: AttachmentPlace): Promise<string[]>
  /** `null`: it does not exist, or was deleted. */
  readReview(repository: RepositoryRef, pull: number, id: number): Promise<SubmittedReview | null>
  readBranchHead(repository: RepositoryRef, branch: string): Promise<string | null>
  /** Names of up to 100 branches, in GitHub's order. */
  listBranches(repository: RepositoryRef): Promise<string[]>
  /** What `head` changes since it left `base`: up to 300 files. `null`: one of the branches does not exist. */
  compareBranches(repository: RepositoryRef, base: string, head: string): Promise<ChangedFile[] | null>
  /** Whether a rule or a branch protection covers the branch; false: it does not exist. */
  isProtected(repository: RepositoryRef, branch: string): Promise<boolean>
  deleteBranch(repository: RepositoryRef, branch: string): Promise<Sent>
  /** True if `commit` is `head` or an ancestor of it. */
  contains(repository: RepositoryRef, commit: string, head: string): Promise<boolean>
  /** `thread`: the first comment of it. */
  replyInThread(repository: RepositoryRef, pull: number, thread: number, body: string): Promise<Written>
  createComment(repository: RepositoryRef, issue: number, body: string): Promise<Written>
  updateComment(repository: RepositoryRef, id: number, body: string): Promise<Written>
  /** The comment of our bot that contains `marker`, not older than `since`. */
  findOwnComment(
    repository: RepositoryRef,
    issue: number,
    search: { readonly marker: string; readonly since: Date },
  ): Promise<number | null>
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

type UnavailableOptions = ErrorOptions & { readonly isLimit?: boolean }

/** GitHub did not respond, is overloaded or limits the App: retry at `retryAt` (epoch ms). */
export class GithubUnavailable extends Error {
  override name = 'GithubUnavailable'
  readonly retryAt: number
  /** True for a rate limit of the installation, false for an outage. */
  readonly isLimit: boolean
  constructor(message: string, retryAt: number, { isLimit = false, ...options }: UnavailableOptions = {}) {
    super(message, options)
    this.retryAt = retryAt
    this.isLimit = isLimit
  }
}

/** GitHub refused the request. A retry does not help until a person fixes the cause. */
export class GithubRefused extends Error {
  override name = 'GithubRefused'
  readonly reason: Reason
  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason.message, options)
    this.reason = reason
  }
}
