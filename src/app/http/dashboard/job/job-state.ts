import { describeRetry } from '../../../../contract/describe-run.ts'
import type { Stage } from '../../../../contract/events.ts'
import type { Mode } from '../../../../contract/job.ts'
import { type Reason, splitReason } from '../../../../contract/reasons.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Job, PullRequestLink, PullRequestState } from '../../../domain/job.ts'
import type { Origin } from '../../../domain/origin.ts'
import { inTermsOf, linkOfFix } from '../../../domain/reason-terms.ts'
import { hasPublished, type Run } from '../../../domain/run.ts'
import {
  PHASE_OF_STAGE,
  PHASE_WORDS,
  phaseOf,
  type RunPhase,
  type RunProgress,
} from '../../../domain/run-phase.ts'
import { endedWithQuestion, MAX_PARKINGS } from '../../../domain/turns.ts'
import { HAS_QUESTION, MODE_WORDS, WAITS_FOR_MODEL } from '../../../feedback/headline.ts'
import type { Hold, Obstacles } from '../../../limits/hold.ts'
import { clockTime, number, when } from '../frame/formats.ts'
import { type Html, html, icon, NOTHING, withCode } from '../frame/html.ts'
import type { View } from '../frame/view.ts'

/** What decides how the state of a job is shown. */
interface StateFacts {
  readonly job: Job
  readonly obstacles: Obstacles
  readonly progress: Pick<RunProgress, 'stage' | 'step' | 'retry'>
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

type Shown = Pick<View, 'locale'>

/** What a job does, waits for, or has led to, with the start time, the cause and the next action. Pure. */
export function describeState(view: Shown, facts: StateFacts): StateView {
  const { job, obstacles, progress } = facts
  if (job.archivedAt !== null) {
    const next = 'Unarchive the job to continue it.'
    return { ...plain('archive', 'muted', 'Archived', job.archivedAt), next }
  }
  const phase = phaseOf(job.run, {
    isHeld: obstacles.hold !== null,
    isRateLimited: obstacles.pausedUntil !== null,
    stage: progress.stage,
  })
  return phase === null ? describeEnd(facts) : describeWork(view, facts, phase)
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

const NEXT_WORKING = 'A follow-up reaches the agent after its current step.'
const NEXT_PUBLISHING = 'No action is needed. The result is being published.'

/** What an agent does, as its newest event says. Pure. */
export function describeAgent(
  view: Shown,
  { step, retry }: Pick<RunProgress, 'step' | 'retry'>,
): Pick<StateView, 'words' | 'why' | 'next'> {
  if (retry !== null)
    return {
      words: WAITS_FOR_MODEL,
      why: withoutHiddenCharacters(`The agent ${describeRetry(retry)}.`),
      next: 'The run continues when the model answers. To end the wait, stop the job.',
    }
  const words = step > 0 ? `${PHASE_WORDS.working}, step ${number(view, step)}` : PHASE_WORDS.working
  return { words, why: null, next: NEXT_WORKING }
}

/** What the runner does in a stage, as its first event says. Pure. */
export function describeStage(view: Shown, stage: Stage): Pick<StateView, 'words' | 'why' | 'next'> {
  const phase = PHASE_OF_STAGE[stage]
  if (phase === 'working') return describeAgent(view, { step: 0, retry: null })
  return {
    words: PHASE_WORDS[phase],
    why: null,
    next: phase === 'preparing' ? NEXT_WORKING : NEXT_PUBLISHING,
  }
}

function describeWork(view: Shown, facts: StateFacts, phase: RunPhase): StateView {
  const { job, obstacles, progress } = facts
  const { run } = job
  const { parkings = 0 } = run
  const waiting = plain('clock', 'waiting', PHASE_WORDS[phase], run.dispatchedAt ?? run.queuedAt)
  const active = plain('sync', 'active', PHASE_WORDS[phase], run.claimedAt ?? run.queuedAt)
  switch (phase) {
    case 'held': {
      const { hold } = obstacles
      return {
        ...waiting,
        icon: 'circle-slash',
        since: hold?.heldAt ?? run.queuedAt,
        why: hold === null ? null : describePause(hold),
        next: 'The run starts when the operator resumes the work.',
      }
    }
    case 'parked':
      return {
        ...waiting,
        words:
          parkings > 1 ? `Parked, wait ${number(view, parkings)} of ${number(view, MAX_PARKINGS)}` : 'Parked',
        since: job.lastActivityAt,
        clock: run.parkedUntil === undefined ? null : { text: 'until', at: run.parkedUntil },
        why: 'The quota of the model is used up. The work so far is saved.',
        next: 'The job continues automatically. To end the wait, stop the job.',
      }
    case 'slot':
      return {
        ...waiting,
        since: run.queuedAt,
        why: 'The server limits how many runs of a repository work simultaneously and how fast it starts them.',
        next: 'The run starts automatically. No action is needed.',
      }
    case 'rate-limit':
      return {
        ...waiting,
        clock: obstacles.pausedUntil === null ? null : { text: 'until', at: obstacles.pausedUntil },
        why: 'The App has reached a rate limit of GitHub.',
        next: 'The run continues automatically when the limit is reset.',
      }
    case 'queued':
      return { ...waiting, since: run.queuedAt, next: 'The run starts in a moment.' }
    case 'retrying': {
      return {
        ...waiting,
        icon: 'sync',
        words: `Retrying the start, attempt ${number(view, run.attempts)}`,
        clock: run.dueAt === null ? null : { text: 'next at', at: run.dueAt },
        why: 'GitHub did not accept the start of the workflow.',
        next: 'The start is retried for up to 24 hours.',
      }
    }
    case 'runner':
      return {
        ...waiting,
        why: 'GitHub has created the workflow run. No runner has claimed it yet.',
        next: 'If this takes minutes, check the runners of the repository.',
        link: workflowLink(run),
      }
    case 'working':
      return { ...active, ...describeAgent(view, progress) }
    case 'preparing':
    case 'planning':
    case 'pushing':
    case 'opening':
    case 'finishing':
      return { ...active, ...describeStage(view, progress.stage ?? 'claim') }
    case 'publishing':
      return {
        ...active,
        since: run.publishingAt ?? active.since,
        next: NEXT_PUBLISHING,
      }
    case 'verifying':
      return {
        ...active,
        since: run.reportedAt ?? active.since,
        next: NEXT_PUBLISHING,
      }
  }
}

const NEXT_IN_MODE: Readonly<Record<Mode, string>> = {
  ask: 'Nothing was changed. To have something changed, send a follow-up.',
  review: 'Nothing was changed. To have something changed, send a follow-up.',
  plan: 'Nothing was changed yet. Send a follow-up to start the work, or choose a plan again to revise it.',
}

const workflowLink = ({ workflowRunUrl: url }: Run): StateView['link'] =>
  url === null ? null : { text: url.replace(/^https?:\/\/[^/]+\//, ''), url }

function describeEnd({ job, hasFailedCheck }: StateFacts): StateView {
  const { run, pullRequest } = job
  const since = run.endedAt ?? job.lastActivityAt
  const pull = pullRequest === null ? null : `pull request #${pullRequest.number}`
  const link = pullRequest === null || pull === null ? null : { text: pull, url: pullRequest.url }
  if (run.mode !== undefined && run.state === 'succeeded') {
    const next = NEXT_IN_MODE[run.mode]
    return { ...plain('check-circle', 'success', MODE_WORDS[run.mode].done, since), next }
  }
  if (endedWithQuestion(run))
    return { ...plain('question', 'attention', HAS_QUESTION, since), next: 'Answer the question.' }
  if (run.state === 'succeeded') {
    if (pull === null || !hasPublished(run))
      return { ...plain('check-circle', 'success', 'No change made', since), ...explain(job, run.reason) }
    if (hasFailedCheck)
      return {
        ...plain('alert', 'attention', 'Pull request with a failed check', since),
        next: 'Look at the failed check, then send a follow-up or fix it in',
        link,
      }
    return { ...plain('check-circle', 'success', 'Pull request ready', since), next: 'Review', link }
  }
  if (run.state === 'cancelled')
    return { ...plain('stop', 'muted', 'Cancelled', since), ...explain(job, run.reason) }
  return hasPublished(run)
    ? { ...plain('alert', 'attention', 'Stopped with unfinished work', since), ...explain(job, run.reason) }
    : { ...plain('x-circle', 'danger', 'Failed', since), ...explain(job, run.reason) }
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

/** Icon and words. `id`: of the words, for what replaces them. */
export const stateBadge = ({ icon: name, tone, words }: StateView, id: string | null = null): Html =>
  html`<span class="state state-${tone}">${icon(name)}<span${id === null ? NOTHING : html` id="${id}"`}>${words}</span></span>`

/** The words of the state of a job on its page. */
export const STATE_ID = 'state-words'

/** What stands below these words. */
export const STATE_MORE_ID = 'state-more'

export const stateMore = ({ why, next, link }: Pick<StateView, 'why' | 'next' | 'link'>): Html =>
  html`${why === null || why === '' ? NOTHING : html`<p class="state-why"><span class="visually-hidden">Why: </span>${withCode(why)}</p>`}
${next === null && link === null ? NOTHING : html`<p class="state-next"><strong>Next:</strong> ${withCode(next ?? '')}${link === null ? NOTHING : html` <a href="${link.url}">${link.text}</a>`}</p>`}`

/** First of all on the page: the state, since when, why, and the next action. */
export function stateBox(view: Pick<View, 'locale' | 'now'>, state: StateView): Html {
  const { since, clock } = state
  const isOpen = state.tone === 'waiting' || state.tone === 'active'
  return html`<div class="state-box state-box-${state.tone}"><p class="state-line">${stateBadge(state, STATE_ID)} <span class="muted">${isOpen ? html`since ${clockTime(view, since)}` : when(view, since)}${clock === null ? NOTHING : html`, ${clock.text} ${clockTime(view, clock.at)}`}</span></p>
<div id="${STATE_MORE_ID}">${stateMore(state)}</div></div>`
}

const SIGNS: Readonly<Record<Tone, string>> = {
  waiting: '◌ ',
  active: '● ',
  success: '✓ ',
  attention: '! ',
  danger: '✗ ',
  muted: '– ',
}

/** Before the title of the window. */
export const stateSign = (tone: Tone): string => SIGNS[tone]

const COLOURS: Readonly<Record<Tone, string>> = {
  waiting: '9a6700',
  active: '0969da',
  success: '1a7f37',
  attention: 'bc4c00',
  danger: 'cf222e',
  muted: '59636e',
}

const SHAPES: Readonly<Record<Tone, string>> = {
  waiting: "%3Cpath d='M8 4v4.5l3 2' /%3E",
  active: "%3Ccircle cx='8' cy='8' r='2.5' fill='white'/%3E",
  success: "%3Cpath d='M4.5 8.5l2.3 2.3 4.7-5'/%3E",
  attention: "%3Cpath d='M8 4v5M8 11.5v.5'/%3E",
  danger: "%3Cpath d='M5 5l6 6M11 5l-6 6'/%3E",
  muted: "%3Cpath d='M4.5 8h7'/%3E",
}

/** Icon of the window: shape and colour of the state. */
export const stateIcon = (tone: Tone): string =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='white' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Ccircle cx='8' cy='8' r='8' stroke='none' fill='%23${COLOURS[tone]}'/%3E${SHAPES[tone]}%3C/svg%3E`

interface OriginView {
  readonly icon: string
  readonly who: string
  readonly how: string
  /** Where on GitHub it was asked; `null`: elsewhere. */
  readonly link: { readonly text: string; readonly url: string } | null
}

const PLACES = {
  comment: 'in a comment',
  'review-comment': 'in a review comment',
  review: 'in a review',
  label: 'with a label',
} as const

/** The requester, and the way of the request. Pure. */
export function describeOrigin(origin: Origin, repository: string): OriginView {
  switch (origin.kind) {
    case 'key':
      return { icon: 'key', who: `API key ${origin.name}`, how: 'through the API', link: null }
    case 'watch':
      return { icon: 'git-merge', who: origin.name, how: 'by a merge in that repository', link: null }
    case 'settings':
      return { icon: 'workflow', who: origin.id, how: 'by the settings', link: null }
    case 'actor':
      return origin.via === 'dashboard'
        ? { icon: 'person', who: `@${origin.login}`, how: 'in the dashboard', link: null }
        : { icon: 'workflow', who: `@${origin.login}`, how: 'by starting the workflow', link: null }
    case 'github': {
      const url = `${repository}/issues/${origin.issue}`
      return {
        icon: origin.via === 'label' ? 'tag' : 'comment',
        who: `@${origin.login}`,
        how: PLACES[origin.via],
        link: { text: `on #${origin.issue}`, url },
      }
    }
  }
}

const ICONS: Readonly<Record<PullRequestState, string>> = {
  draft: 'git-pull-request-draft',
  open: 'git-pull-request',
  merged: 'git-merge',
  closed: 'git-pull-request-closed',
}

const STATE_NAMES: Readonly<Record<PullRequestState, string>> = {
  draft: 'Draft',
  open: 'Open',
  merged: 'Merged',
  closed: 'Closed',
}

/** The pull request with its state, as GitHub last showed it. */
export function pullRequestBadge({ number, url, state }: PullRequestLink): Html {
  const stateName = state === undefined ? NOTHING : html` <span class="muted">${STATE_NAMES[state]}</span>`
  return html`<span class="pull pull-${state ?? 'open'}">${icon(ICONS[state ?? 'open'])} <a href="${url}">#${number}</a>${stateName}</span>`
}

/** Who has paused the work, and why. */
function describePause({ by, why }: Hold): string {
  const reason = withoutHiddenCharacters(why ?? '')
  return `${by} has paused new runs${reason === '' ? '' : `: ${reason}`}.`
}

/** On pages about more than one job. */
export const pauseNote = (view: Pick<View, 'locale'>, hold: Hold): Html =>
  html`<p class="flash flash-attention">${icon('circle-slash')}<span>${describePause(hold)} Jobs are accepted, and start when the operator resumes the work. <span class="muted">Paused since ${when(view, hold.heldAt)}</span></span></p>`
