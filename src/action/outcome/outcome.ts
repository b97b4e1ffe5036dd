import {
  CHECK_DETAIL_LENGTH,
  CHECK_NAME_LENGTH,
  type ChecksOutcome,
  type TestEvidence,
} from '../../contract/checks.ts'
import { type Reason, reason, retryHelps } from '../../contract/reasons.ts'
import type { Finding } from '../../contract/review.ts'
import {
  type AnswerUsage,
  CHANGED_FILE_LENGTH,
  type ChangedFiles,
  MAX_ANSWERS,
  MAX_CHANGED_FILES,
  type Usage,
} from '../../contract/run.ts'
import type { Parking, PatchDescription, ResultRequest } from '../../contract/runner-protocol/result.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { ChecksReport } from '../checks/checks-report.ts'

/** The working branch on GitHub. */
export interface PushedBranch {
  readonly branch: string
  readonly headSha: string
}

export interface Published extends PushedBranch {
  readonly pullRequest: { readonly number: number; readonly url: string }
}

/** As the server gets it, with the notes for the agent of the next run. */
type AskedQuestion = Extract<ResultRequest, { outcome: 'no-change' }>['question']

/** How the run ended. */
export type Outcome =
  | { readonly outcome: 'published'; readonly published: Published }
  | {
      readonly outcome: 'no-change'
      readonly headSha: string | null
      readonly reason: Reason
      /** What prevented a change, for the caller; `null`: nothing known. */
      readonly obstacle: string | null
      /** What the agent asks in place of a change; absent: nothing. */
      readonly question?: AskedQuestion | undefined
      /** Of a review; otherwise none. */
      readonly findings?: readonly Finding[] | undefined
    }
  | { readonly outcome: 'failed'; readonly reason: Reason; readonly published: Published | null }
  | { readonly outcome: 'cancelled'; readonly reason: Reason }

/** The ending and what is known about the work, however far it got. */
export interface RunOutcome {
  readonly ending: Outcome
  readonly summary: string | null
  /** What the job asked for as an output, without secrets. Absent: nothing, or the agent returned none. */
  readonly output?: unknown
  readonly usage: Usage | null
  /** Usage of each answer of the model. */
  readonly perStep: readonly AnswerUsage[]
  readonly files: readonly string[]
  /** What else a person should know. */
  readonly notices: readonly string[]
  /** Results of the project's checks; `null`: none ran or was to run. */
  readonly checks: ChecksReport | null
  /** File with the change that could not be published. */
  readonly patchPath: string | null
  /** File with the conversation between agent and model. */
  readonly transcriptPath: string | null
  /** Words to publish the saved patch with in a later run; `null`: that is not possible. */
  readonly patchDescription: PatchDescription | null
  /** How a later run continues; absent: none does by itself. */
  readonly parking?: Parking
  /** Absent: no branch was pushed. It may have no pull request. */
  readonly pushed?: PushedBranch
}

export const cancelledBy = (who: string): Outcome => ({
  outcome: 'cancelled',
  reason: reason('cancelled', who),
})

export type Status = 'completed' | 'failed' | 'cancelled'

export function statusOf(ending: Outcome): Status {
  switch (ending.outcome) {
    case 'published':
    case 'no-change':
      return 'completed'
    case 'failed':
      return 'failed'
    case 'cancelled':
      return 'cancelled'
  }
}

export const reasonOf = (ending: Outcome): Reason | null =>
  ending.outcome === 'published' ? null : ending.reason

export const publishedOf = (ending: Outcome): Published | null =>
  ending.outcome === 'published' || ending.outcome === 'failed' ? ending.published : null

const SUMMARY_LIMIT = 10_000
const OBSTACLE_LIMIT = 2000

/** The outcome as the runner protocol has it. */
export function resultOf(end: RunOutcome, acknowledged: number): ResultRequest {
  const { ending, usage } = end
  const base = {
    acknowledged,
    summary: end.summary?.slice(0, SUMMARY_LIMIT) ?? null,
    usage,
    ...(end.output !== undefined && { output: end.output }),
    ...(usage !== null && { perStep: end.perStep.slice(0, MAX_ANSWERS) }),
    ...(end.checks !== null && { checks: checksOutcome(end.checks) }),
    // A run that ended early did not look which files it had changed.
    ...((end.files.length > 0 || ending.outcome === 'no-change') && {
      changedFiles: changedFiles(end.files),
    }),
  }
  switch (ending.outcome) {
    case 'published':
      return { outcome: 'published', ...base, published: toProtocol(ending.published) }
    case 'no-change':
      return {
        outcome: 'no-change',
        ...base,
        headSha: ending.headSha,
        ...(ending.findings !== undefined && { findings: [...ending.findings] }),
        ...(ending.obstacle !== null && { obstacle: ending.obstacle.slice(0, OBSTACLE_LIMIT) }),
        ...(ending.question !== undefined && { question: ending.question }),
      }
    case 'failed':
      return {
        outcome: 'failed',
        ...base,
        reason: ending.reason,
        published: ending.published && toProtocol(ending.published),
        ...(end.patchDescription !== null && { patchDescription: end.patchDescription }),
        ...(end.parking !== undefined && { parking: end.parking }),
      }
    case 'cancelled':
      return { outcome: 'cancelled', ...base }
  }
}

export function checksOutcome(report: ChecksReport): ChecksOutcome {
  const setup = report.kind === 'not-run' && report.setup !== null ? [report.setup] : []
  const results = report.kind === 'ran' ? report.results : setup
  return {
    notRun: report.kind === 'ran' ? null : report.why.slice(0, CHECK_DETAIL_LENGTH),
    results: results.map(({ name, passed, detail, seconds }) => ({
      name: name.slice(0, CHECK_NAME_LENGTH),
      passed,
      detail: passed ? '' : detail.slice(0, CHECK_DETAIL_LENGTH),
      seconds,
    })),
    ...(report.kind === 'ran' && report.tests !== undefined && { tests: boundEvidence(report.tests) }),
  }
}

const boundEvidence = (tests: TestEvidence): TestEvidence => ({
  ...tests,
  checks: tests.checks.map((name) => name.slice(0, CHECK_NAME_LENGTH)),
  why: tests.why === null ? null : tests.why.slice(0, CHECK_DETAIL_LENGTH),
})

const changedFiles = (files: readonly string[]): ChangedFiles => ({
  total: files.length,
  paths: files.slice(0, MAX_CHANGED_FILES).map((path) => path.slice(0, CHANGED_FILE_LENGTH)),
})

/** Words to publish the patch with in a later run; `null`: it would fail again. */
export function describePatch(ending: Outcome, outcome: AgentOutcome): PatchDescription | null {
  const wouldFailAgain = ending.outcome !== 'failed' || !retryHelps(ending.reason.code)
  if (wouldFailAgain || !outcome.publishable) return null
  const { title, body, commitMessage, files, reason: endedBy } = outcome
  return { title, body, commitMessage, files: [...files], endedBy }
}

const toProtocol = (published: Published) => ({
  headSha: published.headSha,
  pullRequest: published.pullRequest.number,
})
