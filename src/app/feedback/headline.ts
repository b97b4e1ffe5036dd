import { isParked } from '../domain/open-run.ts'
import type { Run } from '../domain/run.ts'
import { PHASE_WORDS, phaseOf, type RunPhase } from '../domain/run-phase.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { whatHappened } from './explain-reason.ts'
import type { JobFacts, RunFacts } from './job-facts.ts'
import { count, duration, money, oneLine } from './show-text.ts'

/** State, files, checks, time and money of the current run, in one line. Pure. */
export function headline(facts: JobFacts): string {
  const state = describePullRequestEnd(facts) ?? `${signOf(facts)} ${describeState(facts)}`
  return [state, ...measures(facts)].join(' · ')
}

/** The same without the sign, which a check run has itself, and of the run only. */
export const plainHeadline = (facts: JobFacts): string =>
  [describeState(facts), ...measures(facts)].join(' · ')

const measures = (facts: JobFacts): string[] =>
  [describeFiles(facts), describeChecks(facts), describeTime(facts), describeCost(facts)].filter(
    (part) => part !== null,
  )

/** `null`: the pull request is open, or a run has failed to change it. */
function describePullRequestEnd({ job: { pullRequest }, current: { run } }: JobFacts): string | null {
  if (pullRequest === null || !isEnded(run)) return null
  if (run.state !== 'succeeded' && !hasPublished(run)) return null
  if (pullRequest.state === 'merged') return `✅ #${pullRequest.number} merged`
  return pullRequest.state === 'closed' ? `🛑 #${pullRequest.number} closed, not merged` : null
}

function signOf({ job, current: { run, result } }: JobFacts): string {
  if (!isEnded(run)) return '⏳'
  if (run.state === 'succeeded') return hasFailedCheck(result) ? '⚠️' : '✅'
  if (run.state === 'cancelled') return '🛑'
  return hasPublished(run) && job.pullRequest !== null ? '⚠️' : '❌'
}

/** Unless the settings say otherwise, its pull request is a draft. */
const hasFailedCheck = (result: RunFacts['result']): boolean =>
  result?.checks?.results.some(({ passed }) => !passed) ?? false

export const hasPublished = ({ report }: Run): boolean => report !== null && report.pullRequest !== null

function describeState(facts: JobFacts): string {
  const { job, current } = facts
  const { run } = current
  const pull = job.pullRequest === null ? null : `#${job.pullRequest.number}`
  const { isHeld } = facts
  const phase = phaseOf(run, { isHeld, isRateLimited: false, stage: current.progress.stage })
  if (phase === 'parked') return describeParking(facts)
  if (phase !== null) return describePhase(phase, facts)
  if (run.state === 'succeeded') {
    if (pull === null) return 'No change made'
    if (!hasPublished(run)) return `No change made to ${pull}`
    if (hasFailedCheck(current.result)) return `${pull} has a failed check`
    return `${pull} ${current.startSha === null ? 'ready' : 'updated'}`
  }
  if (run.state === 'cancelled') return run.reason === null ? 'Cancelled' : whatHappened(facts, run.reason)
  const why = run.reason === null ? 'the run failed' : whatHappened(facts, run.reason)
  if (pull === null) return `No pull request: ${why}`
  return hasPublished(run) ? `${pull} has unfinished work: ${why}` : `${pull} was not updated: ${why}`
}

/** In UTC, because readers are everywhere; with its date if that is another day. */
function describeParking({ current: { run }, now }: JobFacts): string {
  const [date, time = ''] = new Date(run.parkedUntil ?? now).toISOString().split('T')
  const day = new Date(now).toISOString().startsWith(`${date}T`) ? '' : `${date} `
  return `Parked until ${day}${time.slice(0, 5)} UTC: the quota of the model is used up`
}

/** What an open run does, or waits for. */
function describePhase(phase: RunPhase, { job, current: { progress }, isConfidential }: JobFacts): string {
  const words = PHASE_WORDS[phase]
  if (phase !== 'working') return words
  const { plan, step } = progress
  const next = plan.find(({ done }) => !done)
  if (next === undefined || isConfidential) return step > 0 ? `${words} (step ${step})` : words
  return `${oneLine(next.text, job.repository, NAME_LENGTH)} (${plan.indexOf(next) + 1} of ${plan.length})`
}

function describeFiles({ current: { result } }: JobFacts): string | null {
  const files = result?.changedFiles?.total ?? 0
  return files === 0 ? null : count(files, 'file')
}

const NAME_LENGTH = 60

function describeChecks({ job, current: { result } }: JobFacts): string | null {
  const checks = result?.checks
  if (checks === undefined) return null
  if (checks.notRun !== null) return 'checks did not run'
  const name = (given: string) => oneLine(given, job.repository, NAME_LENGTH)
  const failed = checks.results.filter(({ passed }) => !passed)
  const [only] = checks.results
  if (only === undefined) return null
  if (failed.length === 1) return `${name(failed[0]?.name ?? '')} failed`
  if (failed.length > 1) return `${failed.length} of ${checks.results.length} checks failed`
  return checks.results.length === 1 ? `${name(only.name)} passed` : `${checks.results.length} checks passed`
}

function describeTime({ current: { run }, now }: JobFacts): string | null {
  if ((isEnded(run) && run.claimedAt === null) || isParked(run)) return null
  return duration((run.endedAt ?? now) - (run.claimedAt ?? run.queuedAt))
}

function describeCost({ current: { run, progress }, costLimitUsd }: JobFacts): string | null {
  if (run.claimedAt === null) return isEnded(run) ? money(0) : null
  if (isEnded(run)) return run.usage?.costUsd == null ? null : money(run.usage.costUsd)
  return progress.costUsd === null ? null : `${money(progress.costUsd)} of ${money(costLimitUsd)}`
}
