import { botOf } from '../../mention/named-bots.ts'
import type { Origin } from '../domain/origin.ts'
import { isEnded, type Run } from '../domain/run.ts'
import { countDone } from '../domain/run-phase.ts'
import { endedWithQuestion, wasParked } from '../domain/turns.ts'
import type { CheckRunFields, Reviewers } from '../github/pull-request.ts'
import { answerText, checkRunFields, commentText } from './describe-job.ts'
import { factsOf, type JobFacts, publishedHead, type RunFacts } from './job-facts.ts'
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
      readonly kind: 'answer'
      readonly key: string
      readonly before: null
      readonly run: number
      readonly issue: number
      readonly text: string
      readonly isFinal: true
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
  const comment = can.comment ? [...planComment(facts, runs, shown), ...planAnswers(facts, runs, shown)] : []
  const checkRuns = can.checkRun ? runs.flatMap((run) => planCheckRuns(facts, run, shown)) : []
  const pullRequest = can.pullRequest ? planPullRequest(facts, shown, settings) : []
  return [...pullRequest, ...comment, ...checkRuns].filter(({ before }) => before?.isGone !== true)
}

/** It is about the change: a run that only reads has a separate answer, and so has a question. */
function planComment(all: JobFacts, runs: readonly RunFacts[], shown: Shown): Part[] {
  const changing = runs.findLast(({ run }) => run.mode === undefined)
  if (changing === undefined) return []
  const facts = factsOf(all, changing)
  const issue = commentedIssue(facts, shown)
  if (issue === null) return []
  const isFinal = isEnded(changing.run)
  const { comment } = shown
  return [{ kind: 'comment', key: 'comment', before: comment, issue, text: commentText(facts), isFinal }]
}

/**
 * A new comment where somebody asked, once for each run: people are notified of a comment, not of its changes, and a later
 * run must not replace an answer. The next run continues one that was parked.
 */
function planAnswers(facts: JobFacts, runs: readonly RunFacts[], shown: Shown): Part[] {
  return runs.flatMap((one): Part[] => {
    const { run, lastPrompt } = one
    const isNew = (run.mode !== undefined || endedWithQuestion(run)) && run.number > shown.answered
    if (!isNew || !isEnded(run) || wasParked(run) || lastPrompt?.origin.kind !== 'github') return []
    // The review itself is there.
    if (run.review?.id !== undefined) return []
    const [key, text] = [`answer/${run.number}`, answerText(factsOf(facts, one))]
    const { issue } = lastPrompt.origin
    return [{ kind: 'answer', key, before: null, run: run.number, issue, text, isFinal: true }]
  })
}

/**
 * The issue or pull request that shows the job; `null`: none does. A job of the API, of the dashboard or of a manual start is
 * shown from the first time that a person asks it on GitHub.
 */
export function commentedIssue(
  { job, current: { lastPrompt } }: JobFacts,
  { comment }: Pick<Shown, 'comment'>,
): number | null {
  if (job.origin.kind === 'github') return job.origin.issue
  if (lastPrompt?.origin.kind === 'github') return lastPrompt.origin.issue
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

/** None of a run that only reads. A check run in progress stands on the commit that the run continues; that of its end on the commit that it pushed. */
function planCheckRuns(facts: JobFacts, runFacts: RunFacts, shown: Shown): Part[] {
  const { job } = facts
  const { run, startSha } = runFacts
  if (run.mode !== undefined) return []
  const fields = checkRunFields(factsOf(facts, runFacts))
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

/** A caller of the API has no account on GitHub, and a bot cannot be assigned. Pure. */
function peopleOf(origin: Origin, settings: PullRequestSettings): PullRequestPeople {
  const { assignRequester, labels, reviewers } = settings
  const isPerson = 'login' in origin && botOf(origin) === null
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
