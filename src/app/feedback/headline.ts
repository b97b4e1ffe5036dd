import type { Mode } from '../../contract/job.ts'
import { type Reason, splitReason } from '../../contract/reasons.ts'
import { asOneLine, neutralize, shorten } from '../../sanitize/neutralize.ts'
import { inTermsOf, linkOfFix } from '../domain/reason-terms.ts'
import { hasPublished, isEnded } from '../domain/run.ts'
import { PHASE_WORDS, phaseOf, type RunPhase } from '../domain/run-phase.ts'
import { endedWithQuestion, isParked } from '../domain/turns.ts'
import type { JobFacts, Place, RunFacts } from './job-facts.ts'

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
  if (pullRequest === null || !isEnded(run) || run.mode !== undefined || endedWithQuestion(run)) return null
  if (run.state !== 'succeeded' && !hasPublished(run)) return null
  if (pullRequest.state === 'merged') return `✅ #${pullRequest.number} merged`
  return pullRequest.state === 'closed' ? `🛑 #${pullRequest.number} closed, not merged` : null
}

function signOf({ job, current: { run, result } }: JobFacts): string {
  if (!isEnded(run)) return '⏳'
  if (endedWithQuestion(run)) return '❓'
  if (run.state === 'succeeded') return hasFailedCheck(result) ? '⚠️' : '✅'
  if (run.state === 'cancelled') return '🛑'
  return hasPublished(run) && job.pullRequest !== null ? '⚠️' : '❌'
}

/** Unless the settings say otherwise, its pull request is a draft. */
const hasFailedCheck = (result: RunFacts['result']): boolean =>
  result?.checks?.results.some(({ passed }) => !passed) ?? false

function describeState(facts: JobFacts): string {
  const { job, current } = facts
  const { run } = current
  const pull = job.pullRequest === null ? null : `#${job.pullRequest.number}`
  const { isHeld } = facts
  const phase = phaseOf(run, { isHeld, isRateLimited: false, stage: current.progress.stage })
  if (phase === 'parked') return describeParking(facts)
  if (phase !== null) return describePhase(phase, facts)
  if (run.mode !== undefined) return describeMode(facts, run.mode)
  if (endedWithQuestion(run)) return HAS_QUESTION
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

export const MODE_WORDS: Readonly<Record<Mode, { readonly done: string; readonly failed: string }>> = {
  ask: { done: 'Answered', failed: 'No answer' },
  plan: { done: 'Plan ready', failed: 'No plan' },
  review: { done: 'Reviewed', failed: 'No review' },
}

export const HAS_QUESTION = 'Prentice has a question'

export const WAITS_FOR_MODEL = 'Waiting for the model'

function describeMode(facts: JobFacts, mode: Mode): string {
  const { run } = facts.current
  const { done, failed } = MODE_WORDS[mode]
  if (run.state === 'succeeded') return done
  if (run.reason === null) return run.state === 'cancelled' ? 'Cancelled' : `${failed}: the run failed`
  const why = whatHappened(facts, run.reason)
  return run.state === 'cancelled' ? why : `${failed}: ${why}`
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
  const { plan, step, retry } = progress
  if (retry !== null) return WAITS_FOR_MODEL
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

/** A text of a person, a model or a program in one line of Markdown, without effect on GitHub. Pure. */
export const oneLine = (text: string, repositoryUrl: string, limit: number): string =>
  shorten(neutralize(asOneLine(text), repositoryUrl).replaceAll('`', "'"), limit)

/** GitHub's rule for logins, with the underscore of managed accounts. Anything else is no mention. */
export const mention = (login: string, repositoryUrl: string): string =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(login) ? `@${login}` : oneLine(login, repositoryUrl, 100)

/** `1 file`, `2 files`. */
export const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`

const MIN_SHOWN = 0.0001

/** At least cents and two significant digits, since a step mostly costs less than a cent. */
export function money(usd: number): string {
  if (Number.isInteger(usd)) return `$${usd}`
  if (usd < MIN_SHOWN) return `under $${MIN_SHOWN}`
  const digits = Math.max(2, 1 - Math.floor(Math.log10(usd)))
  return `$${usd.toFixed(digits).replace(/(\.\d\d)0+$/, '$1')}`
}

/** Rounded, because nobody needs the seconds of ten minutes. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Hides a part of a comment until somebody opens it. The blank lines make GitHub read it as Markdown. */
export const folded = (title: string, body: string): string =>
  `<details><summary>${title}</summary>\n\n${body}\n\n</details>`

const LIMIT = 700

/**
 * What ended a run, without its last full stop. Details of a reason can quote the model or paths of the change, so only
 * the code of it is shown of a confidential job.
 */
function whatHappened({ job, isConfidential }: JobFacts, reason: Reason): string {
  if (isConfidential) return `\`${oneLine(reason.code, job.repository, 60)}\``
  return oneLine(splitReason(reason).what, job.repository, LIMIT).replace(/\.$/, '')
}

/** What to do about it, in terms of the place where it is read, and where to do it. */
export function howToFix({ job, isConfidential }: JobFacts, reason: Reason, place: Place): string {
  const { fix } = splitReason(reason)
  const said = isConfidential && fix === '' ? 'The caller of the API sees the reason.' : fix
  const link = linkOfFix(reason.code, job.repository)
  const where = link === null ? '' : ` [${link.text}](${link.url})`
  return `${inTermsOf(place, oneLine(said, job.repository, LIMIT))}${where}`
}
