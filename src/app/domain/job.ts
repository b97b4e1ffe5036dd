import type { Reason } from '../../contract/reasons.ts'
import type { RunState, Usage } from '../../contract/run.ts'

/** Where and as what a run was dispatched; the claim is checked against it. */
export interface Workflow {
  readonly repositoryId: number
  readonly ownerId: number
  readonly file: string
  /** The default branch, whose version of the file runs. */
  readonly branch: string
  /** Who the OIDC token must name: our bot for a dispatched run, a person for one started by hand. */
  readonly actorId: number
}

/** What the runner reported, without its text. */
export interface Report {
  readonly outcome: 'published' | 'no-change' | 'failed' | 'cancelled'
  readonly headSha: string | null
  readonly pullRequest: number | null
  readonly reason: Reason | null
}

/** The current run. Times are epoch milliseconds. */
export interface Run {
  readonly number: number
  readonly state: RunState
  /** The prompts of this turn; `last` grows when the runner claims and when it takes up a message. */
  readonly first: number
  readonly last: number
  /** The failed run that this one repeats. */
  readonly retryOf: number | null
  readonly queuedAt: number
  /** When the timers look at it next; `null` once it has ended. */
  readonly dueAt: number | null
  /** True: no concurrency slot was free. */
  readonly waiting: boolean
  /** True: a webhook said that the workflow run changed, so ask GitHub however recent the heartbeat is. */
  readonly githubChanged: boolean
  /** Dispatches tried. */
  readonly attempts: number
  /** Since when a dispatch may be under way without an answer. */
  readonly dispatchedAt: number | null
  readonly workflow: Workflow | null
  readonly workflowRunId: number | null
  readonly workflowRunUrl: string | null
  /** Branch that the work starts from and the pull request targets; known once the run is dispatched. */
  readonly base: string | null
  readonly claimedAt: number | null
  /** SHA-256 of the run secret, hex. */
  readonly secretHash: string | null
  /** Commit of the default branch whose config and instructions the claim hands out. */
  readonly filesSha: string | null
  /** Since when the intake of messages is closed. */
  readonly publishingAt: number | null
  /** The push token, encrypted, until it is revoked. */
  readonly encryptedToken: string | null
  readonly report: Report | null
  readonly reportedAt: number | null
  readonly reason: Reason | null
  readonly usage: Usage | null
  readonly endedAt: number | null
}

/** What is left to do on GitHub for a run that has ended, until its workflow run has ended and its token is revoked. */
export interface PendingCleanup {
  readonly run: number
  readonly since: number
  readonly dueAt: number
  /** True: nobody waits for the result, so cancel the workflow run. */
  readonly cancel: boolean
  /** True: the run may have pushed, so read once what is on GitHub. */
  readonly readDelivery: boolean
  readonly tries: number
  readonly workflow: Workflow
  readonly workflowRunId: number | null
  readonly encryptedToken: string | null
}

/** Who asked for a job: an API key, or a person on GitHub by numeric user id. */
export type Origin =
  | { readonly kind: 'key'; readonly id: string; readonly name: string }
  | { readonly kind: 'actor'; readonly id: number; readonly login: string }

export interface Job {
  readonly v: 1
  /** Counts the changes, so that a value never comes back. */
  readonly rev: number
  readonly id: string
  readonly project: string
  readonly repositoryId: number
  /** Web URL. */
  readonly repository: string
  readonly createdAt: number
  readonly archivedAt: number | null
  /** A prompt, the end of a run or an unarchiving. */
  readonly lastActivityAt: number
  /** Since when its prompts, events, results and patches are deleted; `null` again when it is unarchived. */
  readonly deletedAt: number | null
  /** Where the job stands in its due queue; another configuration would compute another place. */
  readonly dueAt: number | null
  readonly origin: Origin
  /** Account whose key asked last, and that is worked for; `null`: not recorded. */
  readonly accountId: number | null
  readonly model: string
  /** The base asked for at creation; `null` leaves it to config and default branch. */
  readonly base: string | null
  readonly draft: boolean | null
  /** The working branch's name, and whether it was seen on GitHub. */
  readonly branch: string
  readonly branchExists: boolean
  readonly pullRequest: { readonly number: number; readonly url: string } | null
  /** Prompts in all, and how many of them runs have taken up. */
  readonly messages: number
  readonly taken: number
  readonly run: Run
  readonly cleanups: readonly PendingCleanup[]
}
