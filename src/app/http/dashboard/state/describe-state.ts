import { type Reason, splitReason } from '../../../../contract/reasons.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Job } from '../../../domain/job.ts'
import { MAX_PARKINGS } from '../../../domain/open-run.ts'
import { inTermsOf } from '../../../domain/reason-terms.ts'
import type { Run } from '../../../domain/run.ts'
import { phaseOf, type RunPhase } from '../../../domain/run-phase.ts'
import { linkOfFix } from '../../../feedback/explain-reason.ts'
import { hasPublished } from '../../../feedback/headline.ts'
import type { RunProgress } from '../../../feedback/job-facts.ts'
import type { Obstacles } from '../../../jobs/read-runs.ts'
import { number } from '../frame/formats.ts'
import type { View } from '../frame/view.ts'
import { STATE_WORDS } from './state-words.ts'

/** What decides how the state of a job is shown. */
export interface StateFacts {
  readonly job: Job
  readonly obstacles: Obstacles
  readonly progress: Pick<RunProgress, 'stage' | 'step'>
  readonly hasFailedCheck: boolean
}

export type Tone = 'waiting' | 'active' | 'success' | 'attention' | 'danger' | 'muted'

/** The state of a job, in words. Colour and icon repeat what the words say. */
export interface StateView {
  readonly icon: string
  readonly tone: Tone
  readonly words: string
  /** Epoch milliseconds. */
  readonly since: number
  /** When the wait ends, or the next attempt is; `null`: unknown. */
  readonly clock: { readonly text: string; readonly at: number } | null
  readonly why: string | null
  readonly next: string | null
  /** Where the next action is done. */
  readonly link: { readonly text: string; readonly url: string } | null
}

type Shown = Pick<View, 'say' | 'locale'>

/** What a job does, waits for, or has led to, with the start time, the cause and the next action. Pure. */
export function describeState(view: Shown, facts: StateFacts): StateView {
  const { job, obstacles, progress } = facts
  const words = view.say(STATE_WORDS)
  if (job.archivedAt !== null) {
    const { archived, nextArchived: next } = words
    return { ...plain('archive', 'muted', archived, job.archivedAt), next }
  }
  const phase = phaseOf(job.run, {
    isHeld: obstacles.hold !== null,
    isRateLimited: obstacles.pausedUntil !== null,
    stage: progress.stage,
  })
  return phase === null ? describeEnd(view, facts) : describeWork(view, facts, phase)
}

const plain = (icon: string, tone: Tone, words: string, since: number): StateView => ({
  icon,
  tone,
  words,
  since,
  clock: null,
  why: null,
  next: null,
  link: null,
})

function describeWork(view: Shown, facts: StateFacts, phase: RunPhase): StateView {
  const { job, obstacles, progress } = facts
  const { run } = job
  const { parkings = 0 } = run
  const words = view.say(STATE_WORDS)
  const waiting = plain('clock', 'waiting', words[phase], run.dispatchedAt ?? run.queuedAt)
  const active = plain('sync', 'active', words[phase], run.claimedAt ?? run.queuedAt)
  switch (phase) {
    case 'held': {
      const { hold } = obstacles
      const why = hold === null ? null : words.whyHeld(hold.by, withoutHiddenCharacters(hold.why ?? ''))
      return {
        ...waiting,
        icon: 'circle-slash',
        since: hold?.heldAt ?? run.queuedAt,
        why,
        next: words.nextHeld,
      }
    }
    case 'parked':
      return {
        ...waiting,
        words:
          parkings > 1 ? words.parkedAgain(number(view, parkings), number(view, MAX_PARKINGS)) : words.parked,
        since: job.lastActivityAt,
        clock: run.parkedUntil === undefined ? null : { text: words.until, at: run.parkedUntil },
        why: words.whyParked,
        next: words.nextParked,
      }
    case 'slot':
      return { ...waiting, since: run.queuedAt, why: words.whySlot, next: words.nextSlot }
    case 'rate-limit':
      return {
        ...waiting,
        clock: obstacles.pausedUntil === null ? null : { text: words.until, at: obstacles.pausedUntil },
        why: words.whyRateLimit,
        next: words.nextRateLimit,
      }
    case 'queued':
      return { ...waiting, since: run.queuedAt, next: words.nextQueued }
    case 'retrying': {
      const said = words.retryingStart(number(view, run.attempts))
      return {
        ...waiting,
        icon: 'sync',
        words: said,
        clock: run.dueAt === null ? null : { text: words.nextAttempt, at: run.dueAt },
        why: words.whyRetrying,
        next: words.nextRetrying,
      }
    }
    case 'runner':
      return { ...waiting, why: words.whyRunner, next: words.nextRunner, link: workflowLink(run) }
    case 'working': {
      const { step } = progress
      const said = step > 0 ? words.workingOnStep(number(view, step)) : words.working
      return { ...active, words: said, next: words.nextWorking }
    }
    case 'preparing':
      return { ...active, next: words.nextWorking }
    case 'planning':
    case 'pushing':
    case 'opening':
    case 'finishing':
      return { ...active, next: words.nextPublishing }
    case 'publishing':
      return { ...active, since: run.publishingAt ?? active.since, next: words.nextPublishing }
    case 'verifying':
      return { ...active, since: run.reportedAt ?? active.since, next: words.nextPublishing }
  }
}

const workflowLink = ({ workflowRunUrl: url }: Run): StateView['link'] =>
  url === null ? null : { text: url.replace(/^https?:\/\/[^/]+\//, ''), url }

function describeEnd(view: Shown, { job, hasFailedCheck }: StateFacts): StateView {
  const { run, pullRequest } = job
  const words = view.say(STATE_WORDS)
  const since = run.endedAt ?? job.lastActivityAt
  const pull = pullRequest === null ? null : words.pullRequest(String(pullRequest.number))
  const link = pullRequest === null || pull === null ? null : { text: pull, url: pullRequest.url }
  if (run.state === 'succeeded') {
    if (pull === null || !hasPublished(run))
      return { ...plain('check-circle', 'success', words.noChange, since), ...explain(job, run.reason) }
    if (hasFailedCheck)
      return {
        ...plain('alert', 'attention', words.readyWithFailedCheck, since),
        next: words.nextFailedCheck,
        link,
      }
    return { ...plain('check-circle', 'success', words.ready, since), next: words.nextReview, link }
  }
  if (run.state === 'cancelled')
    return { ...plain('stop', 'muted', words.cancelled, since), ...explain(job, run.reason) }
  return hasPublished(run)
    ? { ...plain('alert', 'attention', words.unfinished, since), ...explain(job, run.reason) }
    : { ...plain('x-circle', 'danger', words.failed, since), ...explain(job, run.reason) }
}

/** The cause of an end, and what to do about it where the reader is. */
export function explain(
  { repository }: Pick<Job, 'repository'>,
  reason: Reason | null,
): Pick<StateView, 'why' | 'next' | 'link'> {
  if (reason === null) return { why: null, next: null, link: null }
  const { what, fix } = splitReason(reason)
  const next = fix === '' ? null : inTermsOf('dashboard', fix)
  return { why: withoutHiddenCharacters(what), next, link: linkOfFix(reason.code, repository) }
}
