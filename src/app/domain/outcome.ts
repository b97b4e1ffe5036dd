import type { Run } from './run.ts'

/**
 * What became of the work of a job: its cost, and its pull requests. It begins with the end of the first run. Absent from a job
 * whose first run ended before this was recorded. Times are epoch milliseconds.
 */
export interface Outcome {
  /** End of the first run. The job counts on this day. */
  readonly at: number
  /** True: a run was to make a change. Otherwise the job has only answered and planned, and does not count. */
  readonly isChange: boolean
  /** Of all its runs, in US dollars. */
  readonly costUsd: number
  /** Runs whose cost is unknown. */
  readonly unpriced: number
  /** Oldest first. A job opens a second one only when the first has ended. */
  readonly pulls: readonly PullOutcome[]
}

/** What became of a pull request of a job. */
export interface PullOutcome {
  readonly number: number
  readonly openedAt: number
  /** The commit with which it was opened; `null`: not reported. */
  readonly firstSha: string | null
  /** Accepted: merged. Rejected: closed, and not merged. */
  readonly state: 'pending' | 'accepted' | 'rejected'
  /** When it was merged or closed; absent: it is open. */
  readonly endedAt?: number | undefined
  /** Prompts after it was opened, without questions, plans, retries and merges of the base. */
  readonly followUps: number
  /** Commits that are neither of a run nor made by GitHub or a bot; absent: not accepted, or unknown. */
  readonly peopleCommits?: number | undefined
  /** The checks of GitHub on the first commit, at their first attempt; absent: there were none, or they did not end. */
  readonly firstChecks?: 'passed' | 'failed' | undefined
  /** When a revert was merged or pushed, as far as texts tell. */
  readonly revertedAt?: number | undefined
}

/** A job opens a new pull request only after the one before has ended; more than these are not followed. */
const MAX_PULLS = 20

/** The parts of a job that decide its outcome. */
interface Delivering {
  readonly outcome?: Outcome | undefined
  readonly pullRequest: { readonly number: number } | null
  readonly run: Run
}

/**
 * The outcome after a transition of the job. `ended`: the run that has ended with it. `chargedUsd`: what its runner had
 * reported as cost, in case it reported no result. Pure.
 */
export function nextOutcome(
  after: Delivering,
  ended: Run | null,
  { chargedUsd, now }: { readonly chargedUsd: number; readonly now: number },
): Outcome | undefined {
  const counted = ended === null ? after.outcome : withRun(after.outcome, ended, chargedUsd, now)
  const pull = after.pullRequest
  if (counted === undefined || pull === null) return counted
  if (counted.pulls.length >= MAX_PULLS || counted.pulls.some(({ number }) => number === pull.number))
    return counted
  const opened: PullOutcome = {
    ...{ number: pull.number, openedAt: now, state: 'pending', followUps: 0 },
    firstSha: (ended ?? after.run).report?.headSha ?? null,
  }
  return { ...counted, pulls: [...counted.pulls, opened] }
}

function withRun(
  before: Outcome | undefined,
  ended: Run,
  chargedUsd: number,
  now: number,
): Outcome | undefined {
  // The cost of its earlier runs was not recorded.
  if (before === undefined && ended.number !== 1) return undefined
  const start = before ?? { at: ended.endedAt ?? now, isChange: false, costUsd: 0, unpriced: 0, pulls: [] }
  const costUsd = ended.usage === null ? chargedUsd : ended.usage.costUsd
  return {
    ...start,
    isChange: start.isChange || ended.mode === undefined,
    costUsd: start.costUsd + (costUsd ?? 0),
    unpriced: start.unpriced + (costUsd === null ? 1 : 0),
    pulls: isFollowUp(ended) ? withFollowUps(start.pulls, ended.last - ended.first + 1) : start.pulls,
  }
}

/**
 * A retry and a continued run work on prompts that are counted already, a run that nobody claimed leaves its prompts to the
 * next, and people do not ask for a merge of the base.
 */
const isFollowUp = ({ mode, claimedAt, retryOf, parkings, baseMerge, baseHead }: Run): boolean =>
  mode === undefined &&
  claimedAt !== null &&
  retryOf === null &&
  parkings === undefined &&
  baseMerge === undefined &&
  baseHead === undefined

const withFollowUps = (pulls: readonly PullOutcome[], prompts: number): readonly PullOutcome[] =>
  pulls.map((pull, at) =>
    at === pulls.length - 1 && pull.state === 'pending'
      ? { ...pull, followUps: pull.followUps + prompts }
      : pull,
  )

/** The outcome with what is now known of one of its pull requests; the same object if nothing is new. Pure. */
export function withPull(outcome: Outcome, known: PullOutcome): Outcome {
  const before = outcome.pulls.find(({ number }) => number === known.number)
  if (before === undefined || JSON.stringify(before) === JSON.stringify(known)) return outcome
  return { ...outcome, pulls: outcome.pulls.map((pull) => (pull === before ? known : pull)) }
}

const REVERT_DAYS = 30

const DAY_MS = 86_400_000

/** The outcome with a revert of an accepted pull request; the same object if it is none, or too late. Pure. */
export function withRevert(outcome: Outcome, number: number, at: number): Outcome {
  const pull = outcome.pulls.find((one) => one.number === number)
  if (pull?.state !== 'accepted' || pull.endedAt === undefined || pull.revertedAt !== undefined)
    return outcome
  if (at - pull.endedAt > REVERT_DAYS * DAY_MS) return outcome
  return withPull(outcome, { ...pull, revertedAt: at })
}
