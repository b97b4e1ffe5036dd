import type { Metadata, Mode } from '../../contract/job.ts'
import type { Origin } from './origin.ts'
import type { Outcome } from './outcome.ts'
import type { PendingCleanup, Run } from './run.ts'

/** The prompts of a job from this number on have this mode, up to the next change. `null`: they ask for a change. */
export interface ModeChange {
  readonly from: number
  readonly mode: Mode | null
}

/** What a caller created: a prompt for a project, with its follow-ups. Times are epoch milliseconds. */
export interface Job extends Request, Lifetime, Delivery {
  readonly v: 1
  /** Counts the changes, so that no value of the record occurs twice. */
  readonly rev: number
  readonly id: string
  readonly project: string
  readonly repositoryId: number
  /** Web URL. */
  readonly repository: string
  /** Number of prompts, and how many of them runs have taken. */
  readonly messages: number
  readonly taken: number
  /** Where the mode of its prompts changes, in their order; absent: none has a mode. */
  readonly modes?: readonly ModeChange[] | undefined
  /** The turn whose question is open: no run has worked on an answer yet. Absent: none. */
  readonly asked?: AskedTurn | undefined
  /** The last run. Earlier ones are records of their own. */
  readonly run: Run
  readonly cleanups: readonly PendingCleanup[]
}

/** A turn that ended with a question: its run, and its first prompt. */
export interface AskedTurn {
  readonly run: number
  readonly first: number
}

/** The request: what the job is to do, and who asked for it. */
interface Request {
  /** First line of the first prompt; `null`: deleted with the prompts. */
  readonly title: string | null
  readonly origin: Origin
  /** The account whose key asked last, for which the job is worked on; `null`: not recorded. */
  readonly accountId: number | null
  readonly model: string
  /** Absent: those of the settings. */
  readonly fallbackModels?: readonly string[] | undefined
  /** The base that the request named; `null`: the config or the default branch decides. */
  readonly base: string | null
  readonly draft: boolean | null
  /** Whether its runs may end with a question; absent: they may not. */
  readonly questions?: true | undefined
  /** The folder that the request named; absent: the settings decide. */
  readonly workingDirectory?: string | undefined
  /** What the caller attached for its own purposes; absent: nothing. */
  readonly metadata?: Metadata | undefined
  /** The batch that created it; absent: none. */
  readonly batch?: BatchPlace | undefined
  /** The only files that its runs may change; absent: the settings decide. */
  readonly files?: readonly string[] | undefined
}

/** The place of a job in a batch. */
export interface BatchPlace {
  readonly id: string
  readonly accountId: number
  /** Its number within the batch, from 1. */
  readonly number: number
  /** The share of the batch's limit that a run may cost; absent: the batch has no limit. */
  readonly capUsd?: number | undefined
}

/** How long it is kept, and when the timers take it. */
interface Lifetime {
  readonly createdAt: number
  readonly archivedAt: number | null
  /** The last prompt, end of a run, or unarchiving. */
  readonly lastActivityAt: number
  /** When its prompts, events, results and patches were deleted; `null` again after an unarchiving. */
  readonly deletedAt: number | null
  /** Its place in the due or retention queue. Recomputing it with another configuration would give another place. */
  readonly dueAt: number | null
}

/** What its runs have left on GitHub. */
interface Delivery {
  /** Name of the working branch, and whether GitHub has shown it. */
  readonly branch: string
  readonly branchExists: boolean
  readonly pullRequest: PullRequestLink | null
  /** Absent: no run has ended, or its first run ended before outcomes were recorded. */
  readonly outcome?: Outcome | undefined
  /** Texts of other repositories that runs got besides those of messages, by what they are; absent: none. */
  readonly outside?: readonly string[] | undefined
}

/** The pull request of a job. */
export interface PullRequestLink {
  readonly number: number
  readonly url: string
  /** As GitHub last showed it; absent from records of older servers. */
  readonly state?: PullRequestState | undefined
}

export type PullRequestState = 'draft' | 'open' | 'merged' | 'closed'
