import type { Origin } from '../domain/origin.ts'
import type { Run } from '../domain/run.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import type { CheckRunFields, Reviewers } from '../github/feedback-content.ts'
import { checkRunFields } from './check-run-fields.ts'
import { commentText } from './describe-job.ts'
import { countDone, type JobFacts, type RunFacts } from './job-facts.ts'
import type { Shown, ShownPart } from './shown.ts'

export type Part =
  | {
      readonly kind: 'comment'
      readonly key: 'comment'
      readonly before: ShownPart | null
      readonly issue: number
      readonly text: string
      readonly isFinal: boolean
    }
  | {
      readonly kind: 'check-run'
      readonly key: string
      readonly before: ShownPart | null
      readonly run: number
      readonly sha: string
      readonly fields: CheckRunFields
      readonly isFinal: boolean
    }
  | {
      readonly kind: 'pull-request'
      readonly key: string
      readonly before: ShownPart | null
      readonly number: number
      readonly people: PullRequestPeople
      readonly isFinal: true
    }

export interface Capabilities {
  readonly comment: boolean
  readonly checkRun: boolean
  readonly pullRequest: boolean
}

/** What is to be shown now, whether it is shown already or not. Pure. */
export function planFeedback(
  facts: JobFacts,
  runs: readonly RunFacts[],
  shown: Shown,
  can: Capabilities,
  settings: PullRequestSettings,
): Part[] {
  const comment = can.comment ? planComment(facts, shown) : []
  const checkRuns = can.checkRun ? runs.flatMap((run) => planCheckRuns(facts, run, shown)) : []
  const pullRequest = can.pullRequest ? planPullRequest(facts, shown, settings) : []
  return [...pullRequest, ...comment, ...checkRuns].filter(({ before }) => before?.isGone !== true)
}

function planComment(facts: JobFacts, shown: Shown): Part[] {
  const issue = commentedIssue(facts, shown)
  if (issue === null) return []
  const isFinal = isEnded(facts.current.run)
  const { comment } = shown
  return [{ kind: 'comment', key: 'comment', before: comment, issue, text: commentText(facts), isFinal }]
}

/**
 * The issue or pull request that shows the job; `null`: none does. A job of the API, of the dashboard or of a manual start is
 * shown from the first time that a person asks it on GitHub.
 */
export function commentedIssue(
  { job, asked }: Pick<JobFacts, 'job' | 'asked'>,
  { comment }: Pick<Shown, 'comment'>,
): number | null {
  if (job.origin.kind === 'github') return job.origin.issue
  if (asked?.origin.kind === 'github') return asked.origin.issue
  return comment === null ? null : (job.pullRequest?.number ?? null)
}

/** Once for each pull request: afterwards, people decide who works on it. */
function planPullRequest({ job, current }: JobFacts, shown: Shown, settings: PullRequestSettings): Part[] {
  const { pullRequest: opened } = job
  if (opened === null || !isEnded(current.run) || shown.prepared === opened.number) return []
  const people = peopleOf(job.origin, settings)
  if (!hasPeople(people)) return []
  const { number } = opened
  return [
    { kind: 'pull-request', key: `pull-request/${number}`, before: null, number, people, isFinal: true },
  ]
}

/** A check run in progress stands on the commit that the run continues; that of its end on the commit that it pushed. */
function planCheckRuns(facts: JobFacts, runFacts: RunFacts, shown: Shown): Part[] {
  const { job } = facts
  const { run, startSha } = runFacts
  const fields = checkRunFields({ ...facts, job: { ...job, run }, current: runFacts })
  const at = (sha: string): Extract<Part, { kind: 'check-run' }> => {
    const before = shown.checkRuns.find((one) => one.run === run.number && one.sha === sha) ?? null
    const key = `check-run/${run.number}/${sha}`
    return { kind: 'check-run', key, before, run: run.number, sha, fields, isFinal: isEnded(run) }
  }
  if (!isEnded(run)) return job.branchExists && startSha !== null && isWorking(run) ? [at(startSha)] : []
  const headSha = publishedHead(run)
  const end = headSha === null ? [] : [at(headSha)]
  const start = startSha === null || startSha === headSha ? [] : [at(startSha)]
  // A run that left no commit shows its end where it started, even if it ended before anything was shown.
  const isOnBranch = headSha === null && run.claimedAt !== null && job.branchExists
  return [...start.filter(({ before }) => before !== null || isOnBranch), ...end]
}

/** Its branch is known then: before, the dispatch may choose a new one, because the pull request was merged. */
const isWorking = ({ state }: Run): boolean =>
  state === 'running' || state === 'publishing' || state === 'delivered'

/** The commit of ours that an ended run left on its branch, as GitHub has shown it; `null`: none. */
export function publishedHead({ state, report, reason }: Run): string | null {
  if (state !== 'succeeded' && state !== 'failed') return null
  if (report?.pullRequest == null || reason?.code === 'delivery-mismatch') return null
  return report.headSha
}

/** What readers should see soon. Time, money and the actions of the agent may be older. */
export const essenceOf = ({ job, current: { run, progress } }: JobFacts): Shown['essence'] => ({
  run: run.number,
  state: [run.state, run.waiting, progress.stage, countDone(progress.plan), job.pullRequest?.number].join(
    ' ',
  ),
})

const UPDATE_EVERY_MS = 30_000
const REFRESH_EVERY_MS = 120_000

/**
 * When these parts may be written: ends and new runs immediately, a new state within 30 s, and time and money more
 * rarely. Pure.
 */
export function whenToWrite(
  parts: readonly Part[],
  { at, essence: before }: Pick<Shown, 'at' | 'essence'>,
  essence: Shown['essence'],
  now: number,
): number {
  // A clock that was set back must not delay anything.
  if (parts.some(({ isFinal }) => isFinal) || before.run !== essence.run || at > now) return now
  return Math.max(now, at + (before.state === essence.state ? REFRESH_EVERY_MS : UPDATE_EVERY_MS))
}

/** What the settings of a project say about new pull requests. */
interface PullRequestSettings {
  readonly assignRequester: boolean
  readonly labels: readonly string[]
  /** Logins, and teams as `organisation/team`. */
  readonly reviewers: readonly string[]
}

export const DEFAULT_SETTINGS: PullRequestSettings = { assignRequester: true, labels: [], reviewers: [] }

/** What a new pull request gets. */
interface PullRequestPeople {
  readonly assignees: readonly string[]
  readonly labels: readonly string[]
  readonly reviewers: Reviewers
}

/** Who asked over the API is no account of GitHub, and a bot cannot be assigned. Pure. */
function peopleOf(origin: Origin, settings: PullRequestSettings): PullRequestPeople {
  const { assignRequester, labels, reviewers } = settings
  const isPerson = 'login' in origin && !origin.login.endsWith('[bot]')
  return {
    assignees: assignRequester && isPerson ? [origin.login] : [],
    labels,
    reviewers: {
      people: reviewers.filter((name) => !name.includes('/')),
      // GitHub takes the slug alone: a team belongs to the organisation of the repository.
      teams: reviewers.filter((name) => name.includes('/')).map((name) => name.slice(name.indexOf('/') + 1)),
    },
  }
}

const hasPeople = ({ assignees, labels, reviewers }: PullRequestPeople): boolean =>
  assignees.length + labels.length + reviewers.people.length + reviewers.teams.length > 0
