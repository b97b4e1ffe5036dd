import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { isEnded } from '../../../domain/run-state-machine.ts'
import { hasOpenPullRequest } from '../../../jobs/send-message.ts'
import { dateTime, duration, money, number, when } from '../frame/formats.ts'
import { copyButton, type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { describeState, type StateView, stateBox, stateIcon, stateSign } from '../state/job-state.ts'
import { firstLine, firstRefusal, lineId } from '../timeline/fold-timeline.ts'
import { drawRun, shownLines, wholePath } from './draw-run.ts'
import { describeOrigin, idempotency, pullRequestBadge } from './job-parts.ts'
import type { JobPage } from './read-job.ts'

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
  readonly problem: string
}

export const timelinePage = (
  view: View,
  page: JobPage,
  refused: RefusedFollowUp | null = null,
): PageContent => jobPageContent(view, page, 'timeline', drawTimelineTab(view, page, refused))

/** The timeline of the shown run, live while it runs, with the details of the job and the form for a follow-up. */
function drawTimelineTab(view: View, page: JobPage, refused: RefusedFollowUp | null): Html {
  return html`<div class="job-columns"><div class="job-main">
${drawRunChoice(view, page)}
${drawToolbar(view, page)}
<div class="timeline" id="timeline" role="log" tabindex="0" aria-label="Timeline"><div id="runs">${drawRun(view, page)}</div></div>
${drawStream(view, page)}
${drawFollowUp(view, page, refused)}
</div>${drawDetails(view, page)}</div>`
}

const isCurrent = ({ job, shown }: JobPage): boolean => shown.run.number === job.run.number

function drawRunChoice(view: View, page: JobPage): Html {
  const { history, shown } = page
  if (history.length < 2) return NOTHING
  const links = history.map(({ run }) => {
    const href = linkTo(view, jobPath(page, `?run=${run.number}`))
    const isShown = run.number === shown.run.number
    return html`<li><a href="${href}"${isShown ? html` aria-current="true"` : NOTHING}>${number(view, run.number)}</a></li>`
  })
  return html`<nav class="runs" aria-label="Runs"><span>Runs</span><ol>${join(links)}</ol></nav>`
}

function drawToolbar(view: View, page: JobPage): Html {
  const { run } = page.shown
  const refusal = firstRefusal(page.events)
  const failure =
    refusal === null ? (run.state === 'failed' ? `run-${run.number}-end` : null) : lineId(refusal)
  const shown = shownLines(page, page.events)
  const isEarlier = refusal !== null && shown.hidden > 0 && refusal.seq < (firstLine(shown.stages) ?? 0)
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
  const hint = isEnded(page.job.run)
    ? 'Continues on the same branch and pull request. Ctrl+Enter or ⌘+Enter sends it.'
    : `A running agent reads it after its current step. Continues on the same branch and pull request. Ctrl+Enter or ⌘+Enter sends it.`
  const error =
    refused === null
      ? NOTHING
      : html`<p class="field-error" id="prompt-error" role="alert">${icon('alert')}${refused.problem}</p>`
  const more =
    refused === null
      ? html` aria-describedby="prompt-hint"`
      : html` aria-describedby="prompt-hint prompt-error" aria-invalid="true" autofocus`
  return html`<form class="follow-up" id="follow-up" method="post" action="${formTo(view, jobPath(page, '/message'))}">${idempotency()}
<div class="field"><label for="prompt">Follow-up</label><textarea id="prompt" name="prompt" rows="4" required maxlength="500000"${more} data-submit>
${refused?.prompt ?? ''}</textarea>${error}<p class="hint" id="prompt-hint">${hint}</p></div>
<button class="button button-primary">${icon('paper-airplane')}Send</button></form>`
}

const stateOf = (view: View, { job, obstacles, progress, history }: JobPage): StateView =>
  describeState(view, {
    job,
    obstacles,
    progress,
    hasFailedCheck: history.at(-1)?.result?.checks?.results.some(({ passed }) => !passed) ?? false,
  })

/** The state of a job and its actions. Drawn again whenever the job changes. */
export function drawOverview(view: View, page: JobPage): Html {
  const state = stateOf(view, page)
  return html`<div id="state" data-sign="${stateSign(state.tone)}" data-icon="${stateIcon(state.tone)}" role="status">${stateBox(view, state)}</div>
${page.canWrite ? drawActions(view, page) : NOTHING}`
}

/** The parts that an open page may lack: the current run, its new messages, its end, and new details. */
export const drawNews = (view: View, page: JobPage): Html =>
  html`<div id="news" hidden>${drawRun(view, page, [])}${drawDetails(view, page)}</div>`

export const jobPath = ({ job }: Pick<JobPage, 'job'>, rest = ''): string =>
  `/jobs/${job.project}/${job.id}${rest}`

function drawActions(view: View, page: JobPage): Html {
  const { job } = page
  const act = (verb: string, text: string, name: string, kind = ''): Html =>
    html`<form method="post" action="${formTo(view, jobPath(page, `/${verb}`))}">${idempotency()}<button class="button${kind}" id="do-${verb}">${icon(name)}${text}</button></form>`
  if (job.archivedAt !== null)
    return html`<div class="row job-actions">${act('unarchive', 'Unarchive', 'history')}</div>`
  if (!isEnded(job.run))
    return html`<div class="row job-actions">${drawStop(view, page)}${act('archive', 'Archive', 'archive')}</div>`
  const retry = job.run.state === 'succeeded' ? NOTHING : act('retry', 'Retry', 'sync', ' button-primary')
  const update = hasOpenPullRequest(job) ? act('update', 'Update branch', 'git-merge') : NOTHING
  return html`<div class="row job-actions">${retry}${update}${act('archive', 'Archive', 'archive')}</div>`
}

/** A second button confirms it, also without JavaScript. */
function drawStop(view: View, page: JobPage): Html {
  return html`<details class="menu"><summary class="button button-danger" id="do-stop">${icon('stop')}Stop</summary><div class="overlay confirm"><p><strong>Stop this run?</strong></p><p>Commits that were already pushed stay on the branch. A follow-up continues the job.</p><form method="post" action="${formTo(view, jobPath(page, '/stop'))}">${idempotency()}<button class="button button-danger">Stop the run</button></form></div></details>`
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
    [
      'Duration',
      run.claimedAt === null ? null : html`${duration(view, (run.endedAt ?? view.now) - run.claimedAt)}`,
    ],
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

/** Each pair leads to the jobs that have it, too. */
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

function drawFiles(view: View, { history }: JobPage): Html | null {
  const total = history.at(-1)?.result?.changedFiles?.total
  return total === undefined ? null : html`${number(view, total)} changed`
}

function drawChecks(view: View, { history }: JobPage): Html | null {
  const checks = history.at(-1)?.result?.checks
  if (checks === undefined) return null
  if (checks.notRun !== null) return html`${icon('skip')} Did not run`
  const failed = checks.results.filter(({ passed }) => !passed).length
  const all = number(view, checks.results.length)
  return failed === 0
    ? html`<span class="state-success">${icon('check')}</span> ${all} passed`
    : html`<span class="state-danger">${icon('x')}</span> ${number(view, failed)} of ${all} failed`
}

function drawCost(view: View, { job, progress, costLimitUsd }: JobPage): Html | null {
  const { run } = job
  // A run that was stopped has reported neither tokens nor cost.
  if (run.claimedAt === null || (isEnded(run) && run.usage === null)) return null
  const usd = isEnded(run) ? (run.usage?.costUsd ?? null) : progress.costUsd
  if (usd === null) return html`Price unknown`
  const text = `${money(view, usd)} of at most ${money(view, costLimitUsd)}`
  return html`<span>${text}</span><meter min="0" max="${costLimitUsd}" value="${Math.min(usd, costLimitUsd)}" aria-label="Cost of this run">${text}</meter>`
}

function drawTokens(view: View, { job, history }: JobPage): Html | null {
  const { usage } = job.run
  const used = history.flatMap(({ run }) => run.usage ?? [])
  if (usage === null && used.length === 0) return null
  const own = usage === null ? NOTHING : html`${number(view, usage.inputTokens + usage.outputTokens)}`
  if (history.length < 2) return own
  const tokens = used.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0)
  const costs = used.map(({ costUsd }) => costUsd)
  const cost = costs.includes(null)
    ? 'Price unknown'
    : money(
        view,
        costs.reduce<number>((sum, one) => sum + (one ?? 0), 0),
      )
  return html`${own} <span class="muted">all runs: ${number(view, tokens)}, ${cost}</span>`
}

function drawOrigin({ job }: JobPage): Html {
  const { icon: name, who, how, link } = describeOrigin(job.origin, job.repository)
  return html`${icon(name)} ${withoutHiddenCharacters(who)} <span class="muted">${how}${link === null ? NOTHING : html` <a href="${link.url}">${link.text}</a>`}</span>`
}
