import type { Metadata } from '../../contract/job.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { RunState, Usage } from '../../contract/run.ts'

/** The workflow that a run was dispatched to. The claim is verified against it. */
export interface Workflow {
  readonly repositoryId: number
  readonly ownerId: number
  readonly file: string
  /** The default branch: its version of the file runs. */
  readonly branch: string
  /** The actor that the OIDC token must name: our bot for a dispatched run, a person for one started manually. */
  readonly actorId: number
}

/** What the runner reported, without its texts. */
export interface Report {
  readonly outcome: 'published' | 'no-change' | 'failed' | 'cancelled'
  readonly headSha: string | null
  readonly pullRequest: number | null
  readonly reason: Reason | null
  /** Present if the quota of the model is used up. `seconds`: for so long; `null`: the provider did not say. */
  readonly parking?: { readonly seconds: number | null } | undefined
}

/** A budget of an account that covers the project. */
export interface MonthlyBudget {
  readonly name: string
  readonly usdPerMonth: number
  /** Percentage at which the server logs a warning. */
  readonly warnAt: number
}

/** The current run. Times are epoch milliseconds. */
export interface Run {
  readonly number: number
  readonly state: RunState
  /** Numbers of the prompts of its turn; `last` grows with the claim and with each acknowledged message. */
  readonly first: number
  readonly last: number
  /** Number of the failed run that this one retries. */
  readonly retryOf: number | null
  readonly queuedAt: number
  /** The run before it found the quota of the model used up; this one waits until then. Absent: it was not parked. */
  readonly parkedUntil?: number | undefined
  /** How many runs in a row were parked, this one included; absent: none. */
  readonly parkings?: number | undefined
  /** When it is due next; `null` after its end. */
  readonly dueAt: number | null
  /** True: no concurrency slot was free. */
  readonly waiting: boolean
  /** True: a webhook reported a change of the workflow run, so GitHub is asked even if the heartbeat is recent. */
  readonly githubChanged: boolean
  /** Number of dispatch attempts. */
  readonly attempts: number
  /** When the last dispatch was attempted; its response may be lost. */
  readonly dispatchedAt: number | null
  readonly workflow: Workflow | null
  readonly workflowRunId: number | null
  readonly workflowRunUrl: string | null
  /** The branch that the work starts from and the pull request targets; set by the dispatch. */
  readonly base: string | null
  readonly claimedAt: number | null
  /** The head of the base at the claim of a turn that merges the base; absent: not recorded. */
  readonly baseHead?: string | undefined
  /** True: it reads other repositories, so it takes messages only from those who may read them. Absent: it reads none. */
  readonly readsContext?: boolean | undefined
  /** SHA-256 of the run secret, hex. */
  readonly secretHash: string | null
  /** The commit of the default branch whose config and instructions the assignment contains. */
  readonly filesSha: string | null
  /** The budgets of the account that the run is charged to; absent: none. */
  readonly budgets?: readonly MonthlyBudget[] | undefined
  /** The state of GitHub's merge of the base; absent: GitHub was not asked to merge. */
  readonly baseMerge?: BaseMerge | undefined
  /** Since when GitHub has said that the branch moves, so that it does not merge; absent: it has not. */
  readonly baseMovedSince?: number | undefined
  /** Since when the run takes no more messages. */
  readonly publishingAt: number | null
  /** The push token, encrypted, until it is revoked. */
  readonly encryptedToken: string | null
  readonly report: Report | null
  readonly reportedAt: number | null
  readonly reason: Reason | null
  readonly usage: Usage | null
  readonly endedAt: number | null
}

/** A merge of the base into the branch by GitHub. Times are epoch milliseconds. */
export type BaseMerge =
  /** Accepted: the head of the branch was `headSha`, and that of the base `baseSha`. */
  | { readonly kind: 'sent'; readonly headSha: string; readonly baseSha: string; readonly at: number }
  /** GitHub cannot do it, so the runner does. */
  | { readonly kind: 'left' }

/** What remains to do on GitHub for an ended run, until its workflow run has ended and its token is revoked. */
export interface PendingCleanup {
  readonly run: number
  readonly since: number
  readonly dueAt: number
  /** True: the workflow run is cancelled, because nothing waits for its result. */
  readonly cancel: boolean
  /** True: the run may have pushed, so its delivery is read once. */
  readonly readDelivery: boolean
  readonly tries: number
  /** Cancellations that GitHub accepted; absent: none. */
  readonly cancellations?: number | undefined
  readonly workflow: Workflow
  readonly workflowRunId: number | null
  readonly encryptedToken: string | null
}

/** Who asked for a job: an API key, a person by the numeric id of their GitHub account, or a merge that the settings watch. */
export type Origin = KeyOrigin | PersonOrigin | GithubOrigin | WatchOrigin | SettingsOrigin

/**
 * Whether a prompt came over HTTP, from an API key or the dashboard, so that nobody has published it. `undefined`: the
 * origin is not recorded, and the prompt may have come over HTTP.
 */
export const isAskedOverHttp = (origin: Origin | undefined): boolean =>
  origin === undefined || origin.kind === 'key' || (origin.kind === 'actor' && origin.via === 'dashboard')

export interface KeyOrigin {
  readonly kind: 'key'
  readonly id: string
  readonly name: string
  /** IP address of the client; absent: not recorded. */
  readonly address?: string | undefined
}

/**
 * Asked in the dashboard (`via`); or started the workflow by hand, last changed its schedule, or clicked in a check run.
 */
export interface PersonOrigin {
  readonly kind: 'actor'
  readonly id: number
  readonly login: string
  readonly via?: 'dashboard' | undefined
  /** IP address of the client; absent: not recorded, or not in the dashboard. */
  readonly address?: string | undefined
}

/** Asked on an issue or a pull request. */
export interface GithubOrigin {
  readonly kind: 'github'
  readonly via: 'comment' | 'review-comment' | 'review' | 'label'
  readonly id: number
  readonly login: string
  /** Number of the issue or pull request. */
  readonly issue: number
  /** It is a pull request of somebody else; absent: it is an issue, or a pull request of a job. */
  readonly onPullRequest?: true | undefined
  /** Id of the comment or the review; `null`: a label has none. */
  readonly source: number | null
}

/** The pull request of a job. */
export interface PullRequestLink {
  readonly number: number
  readonly url: string
  /** As GitHub last showed it; absent from records of older servers. */
  readonly state?: PullRequestState | undefined
}

export type PullRequestState = 'draft' | 'open' | 'merged' | 'closed'

/** A pull request was merged in another repository, which the settings of the project watch. */
export interface WatchOrigin {
  readonly kind: 'watch'
  /** The other repository: its project, and `owner/name`. */
  readonly id: string
  readonly name: string
}

/** GitHub reported something about the pull request of a job for which the settings of the project name what follows. */
export interface SettingsOrigin {
  readonly kind: 'settings'
  /** The setting. */
  readonly id: FollowUpSetting
  /** What GitHub reported, in words. */
  readonly name: string
}

export type FollowUpSetting = 'on-ci-failure' | 'on-conflict'

/** The place of a job in a batch. */
export interface BatchPlace {
  readonly id: string
  readonly accountId: number
  /** Its number within the batch, from 1. */
  readonly number: number
  /** The share of the batch's limit that a run may cost; absent: the batch has no limit. */
  readonly capUsd?: number | undefined
}

export interface Job {
  readonly v: 1
  /** Counts the changes, so that no value of the record occurs twice. */
  readonly rev: number
  readonly id: string
  readonly project: string
  readonly repositoryId: number
  /** Web URL. */
  readonly repository: string
  readonly createdAt: number
  readonly archivedAt: number | null
  /** The last prompt, end of a run, or unarchiving. */
  readonly lastActivityAt: number
  /** When its prompts, events, results and patches were deleted; `null` again after an unarchiving. */
  readonly deletedAt: number | null
  /** Its place in the due or retention queue. Recomputing it with another configuration would give another place. */
  readonly dueAt: number | null
  /** First line of the first prompt; `null`: deleted with the prompts. */
  readonly title: string | null
  readonly origin: Origin
  /** The account whose key asked last, for which the job is worked on; `null`: not recorded. */
  readonly accountId: number | null
  readonly model: string
  /** The base that the request named; `null`: the config or the default branch decides. */
  readonly base: string | null
  readonly draft: boolean | null
  /** The folder that the request named; absent: the settings decide. */
  readonly workingDirectory?: string | undefined
  /** What the caller attached for its own purposes; absent: nothing. */
  readonly metadata?: Metadata | undefined
  /** The batch that created it; absent: none. */
  readonly batch?: BatchPlace | undefined
  /** The only files that its runs may change; absent: the settings decide. */
  readonly files?: readonly string[] | undefined
  /** Texts of other repositories that runs got besides those of messages, by what they are; absent: none. */
  readonly outside?: readonly string[] | undefined
  /** Name of the working branch, and whether GitHub has shown it. */
  readonly branch: string
  readonly branchExists: boolean
  readonly pullRequest: PullRequestLink | null
  /** Number of prompts, and how many of them runs have taken. */
  readonly messages: number
  readonly taken: number
  readonly run: Run
  readonly cleanups: readonly PendingCleanup[]
}
