/** What `prentice eval` and the process of the action that it starts tell each other, over Node's IPC. */
import type { Consent } from './local-run.ts'

/** A pull request that was merged, as GitHub shows it. Times are ISO 8601, in UTC. */
export interface MergedPull {
  readonly number: number
  readonly title: string
  readonly mergedAt: string
  /** The commit with which it reached its base branch; of a rebase, the last one. */
  readonly mergeCommit: string
  readonly commits: number
  readonly additions: number
  readonly deletions: number
  readonly changedFiles: number
  readonly asked: AskedText
}

/** What the agent is asked for: the issue that the pull request closes, or else its own description. */
export interface AskedText {
  readonly from: 'issue' | 'description'
  readonly number: number
  readonly title: string
  readonly body: string
  readonly author: string
  /** Somebody edited it after the pull request was opened. */
  readonly editedLater: boolean
}

/** The first message to the process. */
export interface EvalRequest {
  /** A folder of the clone. */
  readonly folder: string
  /** `owner/name` */
  readonly repository: string
  /** Web URL of the repository. */
  readonly url: string
  /** Merged pull requests, in any order: more than are used, since not all of them have tests. */
  readonly pulls: readonly MergedPull[]
  /** How many pull requests with tests to use. */
  readonly last: number
  readonly models: readonly string[]
  /** Runs of each model on each pull request. */
  readonly repeat: number
  readonly concurrency: number
  /** For all runs together. */
  readonly maxCostUsd: number
  /** Months after which a model has seen nothing, as `2026-01`, by its name. */
  readonly cutOffs: Readonly<Record<string, string>>
  /** Absolute paths of the report, and of the file with the results so far. */
  readonly output: string
  readonly results: string
  readonly consent: Readonly<Record<'isolate' | 'setup', Consent>>
}

/** Names of checks that run tests; what they did before and after the human's change, twice each. */
export type PullVerdict =
  | {
      readonly isUsed: true
      /** They fail before the change and pass after it. */
      readonly failToPass: readonly string[]
      /** They pass before and after it. */
      readonly passToPass: readonly string[]
      /** Before the change, the tests do not build, so the agent has to guess names. */
      readonly isUnbuilt: boolean
    }
  /** `isTemporary`: another try may find otherwise. */
  | { readonly isUsed: false; readonly why: string; readonly isTemporary?: true }

/** Of the checks in a list, how many passed. */
export interface Passed {
  readonly passed: number
  readonly of: number
}

/** Without the files of tests. */
export interface ChangeSize {
  readonly files: number
  /** Added and deleted lines. */
  readonly lines: number
}

/** One run of a model on a pull request. */
export interface EvalAttempt {
  readonly model: string
  /** From 1. */
  readonly repeat: number
  /** As of `prentice try`. */
  readonly outcome: 'changed' | 'no-change' | 'refused' | 'failed'
  /** All checks passed. `null`: the run or its checks broke for a reason that says nothing about the model. */
  readonly resolved: boolean | null
  /** `null`: there was no change to test. */
  readonly failToPass: Passed | null
  readonly passToPass: Passed | null
  readonly costUsd: number
  readonly seconds: number
  readonly steps: number
  readonly size: ChangeSize | null
  /** Files of the agent that were left out for the tests of the human: tests, and what decides how they run. */
  readonly leftOut: readonly string[]
  /** Why there is no change, or none that counts; `null`: nothing to say. */
  readonly why: string | null
  /** Code of that reason, as of `prentice try`; `null`: it has none. */
  readonly code: string | null
}

/** What makes a result worth less. */
export type Mark =
  /** The pull request was merged before the cut-off of this model, which may know it. */
  | 'before-cut-off'
  /** No cut-off is known for this model. */
  | 'cut-off-unknown'
  /** The text has lines that the human's change adds. */
  | 'shows-change'
  /** The text was edited after the pull request was opened. */
  | 'edited-later'

export interface EvalPull extends Pick<MergedPull, 'number' | 'title' | 'mergedAt'> {
  readonly asked: Pick<AskedText, 'from' | 'number'>
  /** The commit before it. */
  readonly base: string
  readonly human: ChangeSize
  /** `null`: it was not tried yet. */
  readonly verdict: PullVerdict | null
  /** Of its text. */
  readonly marks: readonly Mark[]
  readonly attempts: readonly (EvalAttempt & { readonly marks: readonly Mark[] })[]
}

export interface ModelSummary {
  readonly model: string
  /** Month; `null`: not known. */
  readonly cutOff: string | null
  readonly resolved: Passed
  /** Only runs without a mark. */
  readonly unmarked: Passed
  /** Pull requests that each run resolved, of those with all runs. */
  readonly always: Passed
  /** Runs that broke. They count nowhere else. */
  readonly broken: number
  readonly costUsd: number
  /** `null`: no run counts. */
  readonly medianCostUsd: number | null
  readonly medianSeconds: number | null
  readonly medianSteps: number | null
  /** Lines of the model by lines of the human, of resolved pull requests. */
  readonly medianSizeRatio: number | null
}

export interface EvalReport {
  readonly repository: string
  readonly url: string
  /** HEAD, whose settings apply. */
  readonly commit: string
  readonly repeat: number
  readonly spentUsd: number
  readonly maxCostUsd: number
  readonly models: readonly ModelSummary[]
  readonly pulls: readonly EvalPull[]
  /** Newer pull requests than the oldest one above that are not there. */
  readonly skipped: { readonly withoutTests: number; readonly notHere: number }
  /** Why runs are missing, and what to do; `null`: none are. */
  readonly missing: string | null
}

/** What the process ends with. */
export type EvalEnd =
  | { readonly kind: 'report'; readonly report: EvalReport }
  | { readonly kind: 'cancelled'; readonly report: EvalReport | null }
  /** Nothing could begin. */
  | { readonly kind: 'obstacle'; readonly why: string }
