import type { BatchJob, BatchView } from '../../../../contract/batches/batch.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { sentence } from '../errors/explain-error.ts'
import { copyButton } from '../frame/copy-button.ts'
import { dateTime, money, number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { stackedTable } from '../frame/stacked-table.ts'
import { linkTo, type View } from '../frame/view.ts'
import { BATCH_WORDS } from './batch-words.ts'

export interface BatchData {
  readonly batch: BatchView
  readonly jobs: readonly BatchJob[]
  /** The place after which the next page starts; `null` on the last. */
  readonly next: string | null
  readonly isFirst: boolean
}

/** What became of each job of a batch. */
export function batchPage(view: View, data: BatchData): PageContent {
  const words = view.say(BATCH_WORDS)
  const { batch } = data
  const title = withoutHiddenCharacters(batch.title)
  const toJobs = html`<a class="button" href="${linkTo(view, `/jobs?batch=${batch.id}`)}">${icon('rocket')}${words.itsJobs}</a>`
  return {
    title,
    nav: 'jobs',
    heading: html`<p class="small"><a href="${linkTo(view, '/jobs')}">${icon('arrow-left')} ${words.toJobs}</a></p><div class="heading"><h1>${title}</h1><div class="actions">${toJobs}</div></div>`,
    body: html`${drawFacts(view, batch)}<h2 class="section">${words.report}</h2>${drawReport(view, data)}`,
  }
}

const SIGNS = {
  planning: ['active', 'sync'],
  pending: ['waiting', 'clock'],
  running: ['active', 'sync'],
  active: ['active', 'sync'],
  waiting: ['waiting', 'clock'],
  completed: ['success', 'check-circle'],
  failed: ['danger', 'x-circle'],
  cancelled: ['muted', 'stop'],
} as const

function drawStatus(view: View, status: keyof typeof SIGNS, why: string | null): Html {
  const [tone, sign] = SIGNS[status]
  const shown = why === null ? NOTHING : html`<div class="muted small">${withoutHiddenCharacters(why)}</div>`
  return html`<span class="state state-${tone}">${icon(sign)}${view.say(BATCH_WORDS)[status]}</span>${shown}`
}

function drawFacts(view: View, batch: BatchView): Html {
  const words = view.say(BATCH_WORDS)
  const { jobs, limitUsd, costUsd, each, per, leftOut } = batch
  const count = (value: number): string => number(view, value)
  const next =
    batch.status === 'waiting'
      ? html`<pre tabindex="0">prentice batch continue ${batch.id}
prentice batch cancel ${batch.id}</pre>`
      : NOTHING
  const globs = each?.map((glob) => html`<code>${withoutHiddenCharacters(glob)}</code> `) ?? []
  const rows: readonly (readonly [string, Html | null])[] = [
    [
      words.status,
      html`${drawStatus(view, batch.status, batch.reason === null ? null : sentence(batch.reason))}${next}`,
    ],
    [
      words.jobs,
      html`${words.counts(count(jobs.completed), count(jobs.total), count(jobs.failed), count(jobs.active), count(jobs.pending))}`,
    ],
    [
      words.cost,
      html`${limitUsd === null ? money(view, costUsd) : words.costOf(money(view, costUsd), money(view, limitUsd))}`,
    ],
    [
      words.files,
      per === null ? null : html`${join(globs)}<span class="muted">${words.per(count(per))}</span>`,
    ],
    [words.leftOut, leftOut === 0 ? null : html`${words.leftOutFiles(count(leftOut))}`],
    [
      words.created,
      html`${dateTime(view, Date.parse(batch.createdAt))} <span class="muted">${words.by(batch.createdBy.name)}</span>`,
    ],
    [words.ended, batch.endedAt === null ? null : dateTime(view, Date.parse(batch.endedAt))],
    [words.id, html`<code>${batch.id}</code> ${copyButton(view, batch.id, words.id)}`],
  ]
  const shown = rows.flatMap(([name, value]) =>
    value === null ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`],
  )
  return html`<dl class="box facts">${join(shown)}</dl>`
}

function drawReport(view: View, { batch, jobs, next, isFirst }: BatchData): Html {
  const words = view.say(BATCH_WORDS)
  if (jobs.length === 0) return html`<p class="muted">${words.noJobs}</p>`
  const columns = [words.job, words.files, words.status, words.pullRequest, words.cost].map((name) => ({
    name,
  }))
  const rows = jobs.map((job) => ({ cells: cellsOf(view, job) }))
  const path = `/batches/${batch.id}`
  const first = isFirst ? NOTHING : html`<a class="button" href="${linkTo(view, path)}">${words.first}</a>`
  const more =
    next === null
      ? NOTHING
      : html`<a class="button" href="${linkTo(view, `${path}?after=${next}`)}">${words.next}${icon('arrow-right')}</a>`
  const pages =
    next === null && isFirst
      ? NOTHING
      : html`<nav class="row pages" aria-label="${words.pages}">${first}${more}</nav>`
  return html`${stackedTable({ label: words.report, columns, rows })}${pages}`
}

function cellsOf(view: View, job: BatchJob): Html[] {
  const words = view.say(BATCH_WORDS)
  const name = words.jobNumber(number(view, job.number))
  const link =
    job.jobId === null
      ? html`${name}`
      : html`<a href="${linkTo(view, `/jobs/${job.projectId}/${job.jobId}`)}">${name}</a>`
  const pull = job.prLink?.split('/').at(-1) ?? ''
  return [
    html`<strong>${link}</strong><div class="muted small">${new URL(job.repository).pathname.slice(1)}</div>`,
    job.files === null ? html`<span class="muted">${words.any}</span>` : drawFiles(view, job.files),
    drawStatus(view, job.status, job.reason),
    job.prLink === null
      ? html`<span class="muted">${words.none}</span>`
      : html`<a href="${job.prLink}">${words.pull(pull)}</a>`,
    html`${money(view, job.costUsd)}`,
  ]
}

/** Names of files that a row shows. */
const MOST_FILES = 3

function drawFiles(view: View, files: readonly string[]): Html {
  const names = files
    .slice(0, MOST_FILES)
    .map((file) => html`<div><code>${withoutHiddenCharacters(file)}</code></div>`)
  const others = files.length - names.length
  const rest =
    others > 0
      ? html`<div class="muted small">${view.say(BATCH_WORDS).otherFiles(number(view, others))}</div>`
      : NOTHING
  return html`${join(names)}${rest}`
}
