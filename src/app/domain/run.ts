import type { Mode } from '../../contract/job.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { RunState, Usage } from '../../contract/run.ts'

/** A run of a job, by what happens to it in this order. Times are epoch milliseconds. */
export interface Run extends Turn, Queued, Dispatched, BaseMerging, Claimed, Published, Ended {
  readonly number: number
  readonly state: RunState
}

const ENDED = new Set(['succeeded', 'failed', 'cancelled'])

export const isEnded = (run: Pick<Run, 'state'>): boolean => ENDED.has(run.state)

/** Whether its work is on a pull request, as its runner reported. */
export const hasPublished = ({ report }: Pick<Run, 'report'>): boolean =>
  report !== null && report.pullRequest !== null

/** The prompts that the run works on. */
interface Turn {
  /** Numbers of the prompts of its turn; `last` grows with the claim and with each acknowledged message. */
  readonly first: number
  readonly last: number
  /** Of all its prompts. Absent: it makes a change. */
  readonly mode?: Mode | undefined
  /** Number of the failed run that this one retries. */
  readonly retryOf: number | null
  /** Number of the run whose question its last prompts answer; absent: they answer none. */
  readonly answers?: number | undefined
}

/** What it waits for, and when the timers look at it. */
interface Queued {
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
}

/** How its workflow was started. */
interface Dispatched {
  /** Number of dispatch attempts. */
  readonly attempts: number
  /** When the last dispatch was attempted; its response may be lost. */
  readonly dispatchedAt: number | null
  readonly workflow: Workflow | null
  readonly workflowRunId: number | null
  readonly workflowRunUrl: string | null
  /** The branch that the work starts from and the pull request targets; set by the dispatch. */
  readonly base: string | null
  /** The commit of the default branch whose config and instructions the assignment contains. */
  readonly filesSha: string | null
  /** The budgets of the account that the run is charged to; absent: none. */
  readonly budgets?: readonly MonthlyBudget[] | undefined
}

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

/** A budget of an account that covers the project. */
export interface MonthlyBudget {
  readonly name: string
  readonly usdPerMonth: number
  /** Percentage at which the server logs a warning. */
  readonly warnAt: number
}

/** For a turn that merges the base into the branch: GitHub is asked to merge, and otherwise the runner does it. */
interface BaseMerging {
  /** The state of GitHub's merge of the base; absent: GitHub was not asked to merge. */
  readonly baseMerge?: BaseMerge | undefined
  /** Since when GitHub has said that the branch moves, so that it does not merge; absent: it has not. */
  readonly baseMovedSince?: number | undefined
  /** The head of the base at the claim of a turn that merges the base; absent: not recorded. */
  readonly baseHead?: string | undefined
}

/** A merge of the base into the branch by GitHub. Times are epoch milliseconds. */
export type BaseMerge =
  /** Accepted: the head of the branch was `headSha`, and that of the base `baseSha`. */
  | { readonly kind: 'sent'; readonly headSha: string; readonly baseSha: string; readonly at: number }
  /** GitHub cannot do it, so the runner does. */
  | { readonly kind: 'left' }

/** The runner that claimed it. */
interface Claimed {
  readonly claimedAt: number | null
  /** SHA-256 of the run secret, hex. */
  readonly secretHash: string | null
  /** True: it reads other repositories, so it takes messages only from those who may read them. Absent: it reads none. */
  readonly readsContext?: boolean | undefined
  /** What a run with the mode `review` is about. Absent: it has another mode, or no runner has claimed it. */
  readonly review?: Reviewed | undefined
}

/** A pull request as the claim found it, and the review of it. */
export interface Reviewed {
  readonly pullRequest: number
  readonly headSha: string
  /** True: its branch is in another repository, so that nobody with write access may have written it. */
  readonly isOfFork?: boolean | undefined
  /** Since then (epoch ms), the review may have been posted; absent: it was not. */
  readonly postingSince?: number | undefined
  /** Id of the posted review. */
  readonly id?: number | undefined
}

/** The push, and what the runner reported. */
interface Published {
  /** Since when the run takes no more messages. */
  readonly publishingAt: number | null
  /** The push token, encrypted, until it is revoked. */
  readonly encryptedToken: string | null
  readonly report: Report | null
  readonly reportedAt: number | null
  readonly usage: Usage | null
}

/** The address of a posted review. `repository`: web URL. Pure. */
export const reviewUrl = (
  repository: string,
  { pullRequest, id }: Pick<Reviewed, 'pullRequest'> & { readonly id: number },
): string => `${repository}/pull/${pullRequest}#pullrequestreview-${id}`

/** What the runner reported, without its texts. */
export interface Report {
  readonly outcome: 'published' | 'no-change' | 'failed' | 'cancelled'
  readonly headSha: string | null
  readonly pullRequest: number | null
  readonly reason: Reason | null
  /** Present if the quota of the model is used up. `seconds`: for so long; `null`: the provider did not say. */
  readonly parking?: { readonly seconds: number | null } | undefined
}

/** How it ended. */
interface Ended {
  readonly reason: Reason | null
  readonly endedAt: number | null
}

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
