import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { isEnded } from '../../../domain/run-state-machine.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { stateIcon, stateSign } from '../state/draw-state.ts'
import { firstLine } from '../timeline/cut-timeline.ts'
import { firstRefusal, lineId } from '../timeline/fold-timeline.ts'
import { drawDetails } from './draw-details.ts'
import { drawOverview, idempotency, jobPath, stateOf } from './draw-overview.ts'
import { drawRun, shownLines, wholePath } from './draw-run.ts'
import type { JobPage } from './read-job-page.ts'

export type Tab = 'timeline' | 'diff' | 'usage'

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
