import type { Mode } from '../../../../contract/job.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { isEnded } from '../../../domain/run.ts'
import { eventId } from '../../../domain/run-id.ts'
import { hasOpenPullRequest } from '../../../domain/turns.ts'
import { idempotency } from '../frame/form.ts'
import { dateTime, duration, money, number, runningTime, when } from '../frame/formats.ts'
import { copyButton, type Html, html, icon, join, longText, NOTHING, withCode } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { drawEnd, drawRun, shownLines, wholePath } from './draw-run.ts'
import {
  describeOrigin,
  describeState,
  pullRequestBadge,
  type StateView,
  stateBox,
  stateIcon,
  stateSign,
} from './job-state.ts'
import type { JobPage } from './read-job.ts'
import { answerForm, modeField } from './request-work.ts'
import {
  COST_ID,
  type CutTimeline,
  firstLine,
  firstRefusal,
  lineId,
  shownCost,
  TOKENS_ID,
} from './timeline.ts'

type Tab = 'timeline' | 'diff' | 'usage'

/** A page about a job: its state above, and one of its views below. */
export function jobPageContent(view: View, page: JobPage, tab: Tab, body: Html): PageContent {
  const { job, project } = page
  const title = withoutHiddenCharacters(job.title ?? 'Job whose prompt was deleted')
  const { tone } = stateOf(view, page)
  const overview = linkTo(view, jobPath(page, '/overview'))
  const heading = html`<div class="job-heading"><p class="muted"><a href="${linkTo(view, `/jobs?project=${project.id}`)}">${project.owner}/${project.name}</a></p><h1>${title}</h1></div>
<div id="overview" class="overview" hx-nonce="${view.nonce}" hx-get="${overview}" hx-trigger="state from:#stream, again" hx-swap="innerHTML">${drawOverview(view, page)}</div>
${drawTabs(view, page, tab)}`
  return {
    title,
    nav: 'jobs',
    heading,
    body,
    isWide: true,
    titlePrefix: stateSign(tone),
    favicon: stateIcon(tone),
  }
}

function drawTabs(view: View, page: JobPage, current: Tab): Html {
  const tabs = [
    { name: 'timeline', path: '', text: 'Timeline', icon: 'log' },
    { name: 'diff', path: '/diff', text: 'Changes', icon: 'file-diff' },
    { name: 'usage', path: '/usage', text: 'Usage', icon: 'graph' },
  ]
  return html`<nav class="job-tabs" aria-label="Views of the job"><ul>${join(
    tabs.map(
      ({ name, path, text, icon: sign }) =>
        html`<li><a href="${linkTo(view, jobPath(page, path))}"${name === current ? html` aria-current="page"` : NOTHING}>${icon(sign)}${text}</a></li>`,
    ),
  )}</ul></nav>`
}

/** A follow-up that was refused: what was typed, and why. */
export interface RefusedFollowUp {
  readonly prompt: string
  readonly mode: Mode | undefined
  readonly problem: string
}

export const timelinePage = (
  view: View,
  page: JobPage,
  refused: RefusedFollowUp | null = null,
): PageContent => jobPageContent(view, page, 'timeline', drawTimelineTab(view, page, refused))

/** The timeline of the shown run, live while it runs, with the details of the job and the form for a follow-up. */
function drawTimelineTab(view: View, page: JobPage, refused: RefusedFollowUp | null): Html {
  const lines = shownLines(page, page.events)
  return html`<div class="job-columns"><div class="job-main">
${drawRunChoice(view, page)}
${drawToolbar(view, page, lines)}
<div class="timeline" id="timeline" role="log" tabindex="0" aria-label="Timeline"><div id="runs">${drawRun(view, page, page.events, lines)}</div></div>
${drawStream(view, page)}
${drawFollowUp(view, page, refused)}
</div>${drawDetails(view, page)}</div>`
}

const isCurrent = ({ job, shown }: JobPage): boolean => shown.run.number === job.run.number

function drawRunChoice(view: View, page: JobPage): Html {
  const { runs, shown } = page
  if (runs.length < 2) return NOTHING
  const links = runs.map((run) => {
    const href = linkTo(view, jobPath(page, `?run=${run.number}`))
    const isShown = run.number === shown.run.number
    return html`<li><a href="${href}"${isShown ? html` aria-current="true"` : NOTHING}>${number(view, run.number)}</a></li>`
  })
  return html`<nav class="runs" aria-label="Runs"><span>Runs</span><ol>${join(links)}</ol></nav>`
}

function drawToolbar(view: View, page: JobPage, { stages, hidden }: CutTimeline): Html {
  const { run } = page.shown
  const refusal = firstRefusal(page.events)
  const failure =
    refusal === null ? (run.state === 'failed' ? `run-${run.number}-end` : null) : lineId(refusal)
  const isEarlier = refusal !== null && hidden > 0 && refusal.seq < (firstLine(stages) ?? 0)
  const href = `${isEarlier ? linkTo(view, wholePath(page)) : ''}#${failure ?? ''}`
  const log = linkTo(view, jobPath(page, `/log?run=${run.number}`))
  return html`<div class="row timeline-tools">
<a class="button button-small" id="first-failure" href="${href}"${isEarlier ? html` data-is-earlier="true"` : NOTHING} title="Press F while the timeline has the focus"${failure === null ? html` hidden` : NOTHING}>${icon('x-circle')}First failure</a>
<a class="button button-small" href="${log}" download>${icon('download')}Raw log</a>
<span id="connection" class="muted small" role="status" data-lost="The connection was lost. Reconnecting…"></span></div>`
}

/** The event stream: from the last event of the page, or from the start of the run. */
function drawStream(view: View, page: JobPage): Html {
  if (!isCurrent(page) || isEnded(page.job.run)) return NOTHING
  const last = page.events.at(-1)
  const after = last === undefined ? `run=${page.shown.run.number}` : `after=${last.run}-${last.seq}`
  return html`<div id="stream" hidden hx-nonce="${view.nonce}" hx-sse:connect="${linkTo(view, jobPath(page, `/events?${after}`))}" hx-sse:close="done" hx-trigger="load, again" hx-swap="beforeend"></div>
<button type="button" class="button jump" id="jump" hidden>${icon('arrow-down')}Jump to the newest line</button>`
}

function drawFollowUp(view: View, page: JobPage, refused: RefusedFollowUp | null): Html {
  if (!page.canWrite)
    return html`<p class="muted">Only people with write access to the repository can send follow-ups.</p>`
  // An archived job takes none, but keeps what was typed when it was archived meanwhile.
  if (page.job.archivedAt !== null && refused === null)
    return html`<p class="muted">An archived job is read-only. Unarchive it to send a follow-up.</p>`
  const error =
    refused === null
      ? NOTHING
      : html`<p class="field-error" id="prompt-error" role="alert">${icon('alert')}${withCode(refused.problem)}</p>`
  const more =
    refused === null
      ? html` aria-describedby="prompt-hint"`
      : html` aria-describedby="prompt-hint prompt-error" aria-invalid="true" autofocus`
  return html`<form class="follow-up" id="follow-up" method="post" action="${formTo(view, jobPath(page, '/message'))}">${idempotency()}
<div class="field"><label for="prompt">Follow-up</label><textarea id="prompt" name="prompt" rows="4" required maxlength="500000"${more} data-submit>
${longText(refused?.prompt ?? '')}</textarea>${error}<p class="hint" id="prompt-hint">A running agent reads it after its current step; otherwise it starts a run, on the same branch and pull request. Ctrl+Enter or ⌘+Enter sends it.</p></div>
${modeField(refused?.mode)}
<button class="button button-primary">${icon('paper-airplane')}Send</button></form>`
}

const stateOf = (view: View, { job, obstacles, progress, lastChange }: JobPage): StateView =>
  describeState(view, {
    job,
    obstacles,
    progress,
    hasFailedCheck: lastChange?.result?.checks?.results.some(({ passed }) => !passed) ?? false,
  })

/** The state of a job and its actions. Drawn again whenever the job changes. */
export function drawOverview(view: View, page: JobPage): Html {
  const state = stateOf(view, page)
  const pull = drawPullButton(page)
  const actions = page.canWrite ? drawActions(view, page) : NOTHING
  const { question, canWrite } = page
  const answer = question === null ? NOTHING : answerForm(view, page.job, { question, canWrite })
  return html`<div id="state" data-until="${lastEvent(page)}" data-sign="${stateSign(state.tone)}" data-icon="${stateIcon(state.tone)}" role="status">${stateBox(view, state)}</div>
${answer}<div class="row job-actions">${pull}${actions}</div>`
}

/** Of the shown run, as its stream names it: what the page shows knows no later one. */
const lastEvent = ({ shown, events }: JobPage): string =>
  eventId({ run: shown.run.number, seq: events.at(-1)?.seq ?? 0 })

/** What people came for, once the run has ended. */
function drawPullButton({ job }: JobPage): Html {
  const { pullRequest: pull } = job
  if (pull === null || !isEnded(job.run)) return NOTHING
  return html`<a class="button button-primary" href="${pull.url}">${icon('git-pull-request')}Pull request #${pull.number}</a>`
}

/**
 * The parts that an open page may lack: the end of the run before, the current run, its new messages, its end, and new
 * details. They have the ids of what is there, so they come in a template, which is not part of the document.
 */
export function drawNews(view: View, page: JobPage): Html {
  const { before } = page
  const end = before === null ? NOTHING : drawEnd(view, { job: page.job, shown: before })
  return html`<template id="news">${end}${drawRun(view, page, [], { stages: [], hidden: 0 })}${drawDetails(view, page)}</template>`
}

export const jobPath = ({ job }: Pick<JobPage, 'job'>, rest = ''): string =>
  `/jobs/${job.project}/${job.id}${rest}`

function drawActions(view: View, page: JobPage): Html {
  const { job } = page
  const act = (verb: string, text: string, name: string, kind = ''): Html =>
    html`<form method="post" action="${formTo(view, jobPath(page, `/${verb}`))}">${idempotency()}<button class="button${kind}" id="do-${verb}">${icon(name)}${text}</button></form>`
  if (job.archivedAt !== null) return act('unarchive', 'Unarchive', 'history')
  if (!isEnded(job.run))
    return html`${drawConfirmed(view, page, STOP)}${drawConfirmed(view, page, ARCHIVE_RUNNING)}`
  const kind = job.pullRequest === null ? ' button-primary' : ''
  const retry = job.run.state === 'succeeded' ? NOTHING : act('retry', 'Retry', 'sync', kind)
  const update = hasOpenPullRequest(job) ? act('update', 'Update branch', 'git-merge') : NOTHING
  return html`${retry}${update}${act('archive', 'Archive', 'archive')}`
}

interface Confirmed {
  readonly verb: string
  readonly text: string
  readonly icon: string
  readonly kind: string
  readonly question: string
  readonly effect: string
  readonly answer: string
}

const PUSHED_STAYS = 'Commits that were already pushed stay on the branch.'

const STOP: Confirmed = {
  verb: 'stop',
  text: 'Stop',
  icon: 'stop',
  kind: ' button-danger',
  question: 'Stop this run?',
  effect: `${PUSHED_STAYS} A follow-up continues the job.`,
  answer: 'Stop the run',
}

const ARCHIVE_RUNNING: Confirmed = {
  verb: 'archive',
  text: 'Archive',
  icon: 'archive',
  kind: '',
  question: 'Stop this run and archive the job?',
  effect: `${PUSHED_STAYS} An archived job takes no follow-up until it is unarchived.`,
  answer: 'Stop and archive',
}

/** A second button confirms it, also without JavaScript. */
function drawConfirmed(view: View, page: JobPage, { verb, text, icon: name, ...ask }: Confirmed): Html {
  return html`<details class="menu"><summary class="button${ask.kind}" id="do-${verb}">${icon(name)}${text}</summary><div class="overlay confirm"><p><strong>${ask.question}</strong></p><p>${ask.effect}</p><form method="post" action="${formTo(view, jobPath(page, `/${verb}`))}">${idempotency()}<button class="button button-danger">${ask.answer}</button></form></div></details>`
}

/** The facts of a job beside its timeline. */
function drawDetails(view: View, page: JobPage): Html {
  const { job, project, checkRunUrl } = page
  const { run } = job
  const rows: readonly (readonly [string, Html | null])[] = [
    ['Pull request', drawPull(page)],
    ['Branch', drawBranch(page)],
    ['Files', drawFiles(view, page)],
    ['Checks', drawChecks(view, page)],
    ['Cost of this run', drawCost(view, page)],
    ['Tokens', drawTokens(view, page)],
    ['Duration', run.claimedAt === null ? null : drawDuration(view, run.claimedAt, run.endedAt)],
    ['Asked by', drawOrigin(page)],
    [
      'Created',
      html`${when(view, job.createdAt)}<br><span class="muted small">${dateTime(view, job.createdAt)}</span>`,
    ],
    [
      'Repository',
      html`<a href="${linkTo(view, `/jobs?project=${project.id}`)}">${project.owner}/${project.name}</a>`,
    ],
    ['Model', html`<code>${withoutHiddenCharacters(job.model)}</code>`],
    [
      'Working directory',
      job.workingDirectory === undefined
        ? null
        : html`<code>${withoutHiddenCharacters(job.workingDirectory)}</code>`,
    ],
    [
      'Batch',
      job.batch === undefined
        ? null
        : html`<a href="${linkTo(view, `/batches/${job.batch.id}`)}"><code>${job.batch.id}</code></a>`,
    ],
    ['Metadata', drawMetadata(view, page)],
    [
      'Workflow run',
      run.workflowRunUrl === null ? null : html`<a href="${run.workflowRunUrl}">Open on GitHub</a>`,
    ],
    ['Check run', checkRunUrl === null ? null : html`<a href="${checkRunUrl}">Open on GitHub</a>`],
    ['Job ID', html`<code>${job.id}</code> ${copyButton(job.id, 'Job ID')}`],
  ]
  const shown = rows.flatMap(([name, value]) =>
    value === null ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`],
  )
  return html`<aside class="details" id="details" data-swap aria-label="Details"><dl>${join(shown)}</dl></aside>`
}

/** Each pair links to the jobs that have the same pair. */
function drawMetadata(view: View, { job }: JobPage): Html | null {
  const pairs = Object.entries(job.metadata ?? {})
  if (pairs.length === 0) return null
  const links = pairs.map(([name, value]) => {
    const href = linkTo(view, `/jobs?${new URLSearchParams({ metadata: `${name}=${value}` })}`)
    return html`<li><a href="${href}">${name}=${withoutHiddenCharacters(value)}</a></li>`
  })
  return html`<ul class="pairs">${join(links)}</ul>`
}

function drawPull({ job }: JobPage): Html {
  const { pullRequest } = job
  if (pullRequest === null) return html`<span class="muted">${isEnded(job.run) ? 'None' : 'None yet'}</span>`
  return pullRequestBadge(pullRequest)
}

function drawBranch({ job, project }: JobPage): Html {
  const base = job.run.base ?? job.base ?? project.config?.base ?? project.defaultBranch
  const name = html`<code>${withoutHiddenCharacters(job.branch)}</code>`
  const url = `${job.repository}/tree/${job.branch.split('/').map(encodeURIComponent).join('/')}`
  const into =
    base === null ? NOTHING : html` <span class="muted">into ${withoutHiddenCharacters(base)}</span>`
  return html`${job.branchExists ? html`<a href="${url}">${name}</a>` : name}${into}`
}

function drawFiles(view: View, { lastChange }: JobPage): Html | null {
  const total = lastChange?.result?.changedFiles?.total
  return total === undefined ? null : html`${number(view, total)} changed`
}

function drawChecks(view: View, { lastChange }: JobPage): Html | null {
  const checks = lastChange?.result?.checks
  if (checks === undefined) return null
  if (checks.notRun !== null) return html`${icon('skip')} Did not run`
  const failed = checks.results.filter(({ passed }) => !passed).length
  const all = number(view, checks.results.length)
  return failed === 0
    ? html`<span class="state-success">${icon('check')}</span> ${all} passed`
    : html`<span class="state-danger">${icon('x')}</span> ${number(view, failed)} of ${all} failed`
}

/** Of an open run, an element that counts on. */
const drawDuration = (view: View, claimedAt: number, endedAt: number | null): Html =>
  endedAt === null ? runningTime(view, claimedAt) : html`${duration(view, endedAt - claimedAt)}`

function drawCost(view: View, { job, progress, costLimitUsd }: JobPage): Html | null {
  const { run } = job
  // A run that was stopped before its first step has reported no cost.
  if (run.claimedAt === null || (isEnded(run) && run.usage === null)) return null
  const usd = isEnded(run) ? (run.usage?.costUsd ?? null) : progress.costUsd
  const limit = money(view, costLimitUsd)
  if (usd === null && isEnded(run)) return html`Price unknown`
  return html`<span><span id="${COST_ID}">${shownCost(view, usd)}</span> of at most ${limit}</span><meter id="${COST_ID}-meter" min="0" max="${costLimitUsd}" value="${Math.min(usd ?? 0, costLimitUsd)}" aria-label="Cost of this run, at most ${limit}"></meter>`
}

function drawTokens(view: View, { job, runs, tokens: now }: JobPage): Html | null {
  const { run } = job
  const used = runs.flatMap((one) => one.usage ?? [])
  const isOpen = run.claimedAt !== null && !isEnded(run)
  if (!isOpen && used.length === 0) return null
  const count = run.usage === null ? now : run.usage.inputTokens + run.usage.outputTokens
  const own =
    isOpen || run.usage !== null ? html`<span id="${TOKENS_ID}">${number(view, count)}</span>` : NOTHING
  if (runs.length < 2 || used.length === 0) return own
  const tokens = used.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0)
  const costs = used.map(({ costUsd }) => costUsd)
  const cost = costs.includes(null)
    ? 'Price unknown'
    : money(
        view,
        costs.reduce<number>((sum, one) => sum + (one ?? 0), 0),
      )
  const which = isOpen ? 'earlier runs' : 'all runs'
  return html`${own} <span class="muted">${which}: ${number(view, tokens)}, ${cost}</span>`
}

function drawOrigin({ job }: JobPage): Html {
  const { icon: name, who, how, link } = describeOrigin(job.origin, job.repository)
  return html`${icon(name)} ${withoutHiddenCharacters(who)} <span class="muted">${how}${link === null ? NOTHING : html` <a href="${link.url}">${link.text}</a>`}</span>`
}
