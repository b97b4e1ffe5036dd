import type { BatchJob, BatchView } from '../../../../contract/batch.ts'
import { ReportedReason, splitReason } from '../../../../contract/reasons.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { isEnded } from '../../../batches/batch-record.ts'
import type { ShownBatch } from '../../../batches/batch-view.ts'
import { sentence } from '../errors/explain-error.ts'
import { copyButton } from '../frame/copy-button.ts'
import { dateTime, money, number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { stackedTable } from '../frame/stacked-table.ts'
import { linkTo, type View } from '../frame/view.ts'
import { stateIcon, stateSign } from '../state/draw-state.ts'
import { drawActions, drawWaiting } from './batch-actions.ts'
import { creatorOf, jobCounts, statusBadge, toneOf } from './batch-parts.ts'

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
  text === null ? NOTHING : html`<div class="muted small">${withoutHiddenCharacters(text)}</div>`

function drawFacts(view: View, { shown: { view: batch, waitsFor }, version }: BatchData): Html {
  const { limitUsd, costUsd, each, per, leftOut } = batch
  const globs = each?.map((glob) => html`<code>${withoutHiddenCharacters(glob)}</code> `) ?? []
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
        : html`${join(globs)}<span class="muted">up to ${number(view, per)} for each job</span>`,
    ],
    [
      'Left out',
      leftOut === 0 ? null : html`${number(view, leftOut)} files that the settings do not allow to change`,
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
    html`${statusBadge(job.status)}${why(whatHappened(job))}`,
    job.prLink === null ? html`<span class="muted">None</span>` : html`<a href="${job.prLink}">#${pull}</a>`,
    html`${money(view, job.costUsd)}`,
  ]
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
