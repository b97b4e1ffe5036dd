import type { BatchJob, BatchView } from '../../../../contract/batch.ts'
import { ReportedReason, splitReason } from '../../../../contract/reasons.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { isEnded } from '../../../batches/batch-record.ts'
import type { ControlRefusal, ShownBatch } from '../../../batches/list-batches.ts'
import { dateTime, money, number, sentence } from '../frame/formats.ts'
import { copyButton, type Html, html, icon, join, NOTHING, stackedTable, withCode } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { stateIcon, stateSign } from '../job/job-state.ts'
import { creatorOf, jobCounts, statusBadge, toneOf } from './batches-page.ts'

export interface BatchData {
  /** An entity tag of what the page shows. */
  readonly version: string
  readonly shown: ShownBatch
  readonly jobs: readonly BatchJob[]
  /** The place after which the next page starts; `null` on the last. */
  readonly next: string | null
  /** The place before the first job of this page; `null` on the first page. */
  readonly after: string | null
  readonly canWrite: boolean
  /** A new limit that was not accepted, and why. */
  readonly limit: { readonly typed: string; readonly problem: string | null }
}

const pathOf = ({ shown }: BatchData): string => `/batches/${shown.view.id}`

/** What became of each job of a batch, and what people can do with it. */
export function batchPage(view: View, data: BatchData): PageContent {
  const { shown } = data
  const tone = toneOf(shown.view.status)
  const path = `${pathOf(data)}${data.after === null ? '' : `?after=${data.after}`}`
  return {
    title: withoutHiddenCharacters(shown.view.title),
    nav: 'jobs',
    isWide: true,
    heading: html`<nav class="crumbs small" aria-label="Batches"><a href="${linkTo(view, '/batches')}">${icon('arrow-left')} Batches</a></nav>`,
    body: html`<div id="batch" hx-nonce="${view.nonce}" hx-get="${linkTo(view, path)}" hx-trigger="refresh" hx-swap="innerMorph">${batchParts(view, data)}</div>`,
    titlePrefix: stateSign(tone),
    favicon: stateIcon(tone),
  }
}

/** What changes while the page is open. */
export function batchParts(view: View, data: BatchData): Html {
  const { shown, canWrite, limit } = data
  const { id, title } = shown.view
  const toJobs = html`<a class="button" href="${linkTo(view, `/jobs?batch=${id}`)}">${icon('rocket')}View in the list of jobs</a>`
  return html`<div class="heading"><h1>${withoutHiddenCharacters(title)}</h1><div class="actions row">${toJobs}${canWrite ? drawActions(view, shown) : NOTHING}</div></div>
${drawWaiting(view, shown, { canWrite, ...limit })}${drawFacts(view, data)}<h2 class="section">Jobs of this batch</h2>${drawReport(view, data)}`
}

/** The script of the page reads its attributes. */
function drawStatus({ status }: BatchView, version: string): Html {
  const tone = toneOf(status)
  const isOpen = isEnded({ status }) ? NOTHING : html` data-is-open="true"`
  return html`<div id="state" role="status" data-version="${version}" data-sign="${stateSign(tone)}" data-icon="${stateIcon(tone)}"${isOpen}>${statusBadge(status)}</div>`
}

const why = (text: string | null): Html =>
  text === null ? NOTHING : html`<div class="muted small">${withCode(withoutHiddenCharacters(text))}</div>`

function drawFacts(view: View, { shown: { view: batch, waitsFor }, version }: BatchData): Html {
  const { limitUsd, costUsd, each, per, leftOut, unmatched = [], unchangedFiles = 0 } = batch
  // What a batch waits for stands above.
  const reason = batch.reason === null || waitsFor !== null ? null : sentence(batch.reason)
  const rows: readonly (readonly [string, Html | null])[] = [
    ['Status', html`${drawStatus(batch, version)}${why(reason)}`],
    ['Jobs', jobCounts(view, batch)],
    [
      'Cost',
      html`${limitUsd === null ? money(view, costUsd) : `${money(view, costUsd)} of at most ${money(view, limitUsd)}`}`,
    ],
    [
      'Files',
      per === null
        ? null
        : html`${codes(each ?? [])}<span class="muted">up to ${number(view, per)} for each job</span>`,
    ],
    ['No file matches', unmatched.length === 0 ? null : codes(unmatched)],
    ['Left out', leftOut === 0 ? null : drawLeftOut(view, batch)],
    [
      'Not changed',
      unchangedFiles === 0 ? null : html`${countFiles(view, unchangedFiles)} of completed jobs`,
    ],
    [
      'Created',
      html`${dateTime(view, Date.parse(batch.createdAt))} <span class="muted">${creatorOf(batch)}</span>`,
    ],
    ['Ended', batch.endedAt === null ? null : dateTime(view, Date.parse(batch.endedAt))],
    ['Batch ID', html`<span class="row"><code>${batch.id}</code>${copyButton(batch.id, 'Batch ID')}</span>`],
  ]
  const drawn = rows.flatMap(([name, value]) =>
    value === null ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`],
  )
  return html`<dl class="box facts">${join(drawn)}</dl>`
}

const codes = (globs: readonly string[]): Html =>
  join(globs.map((glob) => html`<code>${withoutHiddenCharacters(glob)}</code> `))

const countFiles = (view: View, count: number): string =>
  count === 1 ? '1 file' : `${number(view, count)} files`

function drawLeftOut(view: View, { leftOut, protected: isProtected = 0 }: BatchView): Html {
  const others = leftOut - isProtected
  const outside =
    others === 0
      ? NOTHING
      : html`<div>${countFiles(view, others)} outside of what the settings allow to change</div>`
  if (isProtected === 0) return outside
  return html`${outside}<div>${countFiles(view, isProtected)} that ${isProtected === 1 ? 'is' : 'are'} protected: <code>paths.unprotect</code> in the settings of the project can allow changes to all of them except workflow files</div>`
}

function drawReport(view: View, data: BatchData): Html {
  const { jobs, next, shown } = data
  const isFirst = data.after === null
  if (jobs.length === 0)
    return html`<p class="muted">${shown.view.status === 'planning' ? 'The jobs appear here when the files are listed.' : 'The batch created no jobs.'}</p>`
  const columns = ['Job', 'Files', 'Status', 'Pull request', 'Cost'].map((name) => ({
    name,
  }))
  const rows = jobs.map((job) => ({ cells: cellsOf(view, job) }))
  const path = pathOf(data)
  const first = isFirst ? NOTHING : html`<a class="button" href="${linkTo(view, path)}">First jobs</a>`
  const more =
    next === null
      ? NOTHING
      : html`<a class="button" href="${linkTo(view, `${path}?after=${next}`)}">Next jobs${icon('arrow-right')}</a>`
  const pages =
    next === null && isFirst ? NOTHING : html`<nav class="row pages" aria-label="Pages">${first}${more}</nav>`
  return html`${stackedTable({ label: 'Jobs of this batch', columns, rows })}${pages}`
}

function cellsOf(view: View, job: BatchJob): Html[] {
  const name = `Job ${number(view, job.number)}`
  const link =
    job.jobId === null
      ? html`${name}`
      : html`<a href="${linkTo(view, `/jobs/${job.projectId}/${job.jobId}`)}">${name}</a>`
  const pull = job.prLink?.split('/').at(-1) ?? ''
  return [
    html`<strong>${link}</strong><div class="muted small">${new URL(job.repository).pathname.slice(1)}</div>`,
    job.files === null ? html`<span class="muted">Any</span>` : drawFiles(view, job.files),
    html`${statusBadge(job.status)}${why(whatHappened(job))}${drawUnchanged(view, job)}`,
    job.prLink === null ? html`<span class="muted">None</span>` : html`<a href="${job.prLink}">#${pull}</a>`,
    html`${money(view, job.costUsd)}`,
  ]
}

function drawUnchanged(view: View, { status, unchangedFiles = [] }: BatchJob): Html {
  if (status !== 'completed' || unchangedFiles.length === 0) return NOTHING
  return html`<div class="muted small">Not changed:</div>${drawFiles(view, unchangedFiles)}`
}

/** The page of the job says what to do about it. */
const whatHappened = ({ reason, message }: BatchJob): string | null =>
  reason === null || message === undefined
    ? reason && sentence(reason)
    : splitReason(ReportedReason.parse({ code: reason, message })).what

/** Names of files that a row shows. */
const MOST_FILES = 3

function drawFiles(view: View, files: readonly string[]): Html {
  const names = files
    .slice(0, MOST_FILES)
    .map((file) => html`<div><code>${withoutHiddenCharacters(file)}</code></div>`)
  const others = files.length - names.length
  const rest = others > 0 ? html`<div class="muted small">and ${number(view, others)} more</div>` : NOTHING
  return html`${join(names)}${rest}`
}

export type BatchVerb = 'continue' | 'cancel' | 'retry'

const form = (view: View, { view: { id } }: ShownBatch, verb: BatchVerb, content: Html): Html =>
  html`<form method="post" action="${formTo(view, `/batches/${id}/${verb}`)}">${content}</form>`

/** The buttons beside the heading. */
function drawActions(view: View, shown: ShownBatch): Html {
  return html`${drawRetry(view, shown)}${drawCancel(view, shown)}`
}

/** Only while the batch creates no jobs: the server refuses a retry at other times. */
function drawRetry(view: View, shown: ShownBatch): Html {
  const { status, jobs } = shown.view
  if (!['waiting', 'completed', 'failed'].includes(status) || jobs.total === 0) return NOTHING
  // A batch that failed also continues with those that it has not created.
  if (jobs.failed === 0 && status !== 'failed') return NOTHING
  const text =
    jobs.failed === 0
      ? 'Resume'
      : jobs.failed === 1
        ? 'Retry 1 failed job'
        : `Retry ${number(view, jobs.failed)} failed jobs`
  return form(view, shown, 'retry', html`<button class="button">${icon('sync')}${text}</button>`)
}

/** A second button confirms it, also without JavaScript. */
function drawCancel(view: View, shown: ShownBatch): Html {
  const { status, jobs } = shown.view
  if (isEnded({ status })) return NOTHING
  const confirm = form(
    view,
    shown,
    'cancel',
    html`<button class="button button-danger">Cancel the batch</button>`,
  )
  return html`<details class="menu"><summary class="button button-danger">${icon('stop')}Cancel</summary><div class="overlay overlay-end confirm"><p><strong>Cancel this batch?</strong></p><p>${`It creates no more jobs${jobs.active === 0 ? '' : jobs.active === 1 ? ', and its active job is cancelled' : `, and its ${number(view, jobs.active)} active jobs are cancelled`}. Open pull requests stay.`}</p>${confirm}</div></details>`
}

/** What a batch that waits needs from a person; above everything else. */
function drawWaiting(
  view: View,
  shown: ShownBatch,
  {
    canWrite,
    typed,
    problem,
  }: { readonly canWrite: boolean; readonly typed: string; readonly problem: string | null },
): Html {
  if (shown.waitsFor === null) return NOTHING
  const { jobs, limitUsd, costUsd, waitId } = shown.view
  const isPilot = shown.waitsFor === 'confirmation'
  const text = isPilot
    ? jobs.pending === 1
      ? 'Look at its pull requests below. Then continue with the job that is left, or cancel the batch.'
      : `Look at its pull requests below. Then continue with the ${number(view, jobs.pending)} jobs that are left, or cancel the batch.`
    : `The jobs have cost ${money(view, costUsd)} of ${money(view, limitUsd ?? costUsd)}, which leaves too little for a further run. Raise the limit, or cancel the batch.`
  const button = html`<button class="button button-primary">${icon('play')}${isPilot ? 'Continue' : 'Raise the limit and continue'}</button>`
  const wrong =
    problem === null
      ? NOTHING
      : html`<p class="field-error" id="limit-error" role="alert">${icon('alert')}${withCode(problem)}</p>`
  const field = html`<div class="field"><label for="limit">New limit in US dollars</label><input type="text" inputmode="decimal" id="limit" name="limitUsd" value="${typed}" required maxlength="12" autocomplete="off"${problem === null ? NOTHING : html` aria-invalid="true" aria-describedby="limit-error" autofocus`}>${wrong}</div>`
  const read = html`<input type="hidden" name="waitId" value="${waitId}">`
  const way = canWrite
    ? form(view, shown, 'continue', html`${read}${isPilot ? NOTHING : field}${button}`)
    : html`<p class="muted flush">This needs write access to all repositories of the batch.</p>`
  return html`<section class="box waiting-batch"><div class="box-header"><h2 class="box-title">${isPilot ? 'The pilot has ended' : 'The limit is reached'}</h2></div><div class="box-body"><p class="flush">${text}</p>${way}</div></section>`
}

/** Why nothing was done. */
export function refusalText(code: ControlRefusal): string {
  switch (code) {
    case 'ended':
      return 'The batch has ended already.'
    case 'changed':
      return 'Nothing was done: the batch has changed since the page was loaded. Look at it again.'
    case 'limit-reached':
      return 'The limit is reached. Enter a higher one.'
    case 'cancelled':
      return 'The batch was cancelled. Start a new one.'
    case 'no-jobs':
      return 'The batch has no jobs. Start a new one.'
    case 'none-failed':
      return 'No job of the batch has failed.'
  }
}
