import type { BatchJob, BatchView } from '../../../../contract/batch.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Project } from '../../../projects/project.ts'
import { money, number, when } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING, stackedTable } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'
import type { Tone } from '../job/job-state.ts'

interface BatchesData {
  readonly batches: readonly BatchView[]
  /** Those whose files the batches divide. */
  readonly projects: ReadonlyMap<string, Project>
  /** The address of the next page; `null` on the last. */
  readonly next: string | null
  readonly isFirst: boolean
  readonly canWrite: boolean
}

/** The batches of an account, newest first. */
export function batchesPage(view: View, data: BatchesData): PageContent {
  return {
    title: 'Batches',
    nav: 'jobs',
    isWide: true,
    heading: html`<nav class="crumbs small" aria-label="Jobs"><a href="${linkTo(view, '/jobs')}">${icon('arrow-left')} Jobs</a></nav><div class="heading"><h1>Batches</h1><div class="actions">${data.canWrite ? create(view) : NOTHING}</div></div>`,
    body: html`<p class="lead">A batch creates many jobs with one prompt: for groups of files of a project, or one in each of several projects. Each job opens its own pull request.</p>${list(view, data)}${pages(view, data)}`,
  }
}

const create = (view: View): Html =>
  html`<a class="button button-primary" href="${linkTo(view, '/batches/new')}">${icon('plus')}New batch</a>`

function list(view: View, { batches, projects, isFirst }: BatchesData): Html {
  if (batches.length === 0)
    return isFirst
      ? html`<div class="blank">${icon('stack')}<h2>No batches yet</h2><p class="muted">People with write access start one here; programs start one with the API, the client or the command line.</p></div>`
      : html`<p class="muted">You have no access to the batches of this page. Continue with older ones.</p>`
  const columns = ['Batch', 'Status', 'Jobs', 'Cost', 'Created'].map((name) => ({ name }))
  const rows = batches.map((batch) => ({ cells: cellsOf(view, batch, projects) }))
  return stackedTable({ label: 'Batches', columns, rows })
}

function cellsOf(view: View, batch: BatchView, projects: ReadonlyMap<string, Project>): Html[] {
  const { costUsd, limitUsd, projectId } = batch
  const project = projectId === null ? undefined : projects.get(projectId)
  const where = project === undefined ? 'Several projects' : `${project.owner}/${project.name}`
  return [
    html`<a class="strong" href="${linkTo(view, `/batches/${batch.id}`)}">${withoutHiddenCharacters(batch.title)}</a><div class="muted small">${where}</div>`,
    statusBadge(batch.status),
    jobCounts(view, batch),
    html`${limitUsd === null ? money(view, costUsd) : `${money(view, costUsd)} of at most ${money(view, limitUsd)}`}`,
    html`${when(view, Date.parse(batch.createdAt))}<div class="muted small">${creatorOf(batch)}</div>`,
  ]
}

function pages(view: View, { next, isFirst }: BatchesData): Html {
  if (next === null && isFirst) return NOTHING
  const newest = isFirst
    ? NOTHING
    : html`<a class="button" href="${linkTo(view, '/batches')}">Newest batches</a>`
  const older =
    next === null
      ? NOTHING
      : html`<a class="button" href="${linkTo(view, `/batches?cursor=${next}`)}">Older batches${icon('arrow-right')}</a>`
  return html`<nav class="row pages" aria-label="Pages">${newest}${older}</nav>`
}

const SIGNS = {
  planning: ['active', 'sync', 'Listing the files'],
  pending: ['muted', 'clock', 'Not created yet'],
  running: ['active', 'sync', 'Running'],
  active: ['active', 'sync', 'Active'],
  waiting: ['waiting', 'clock', 'Waiting for you'],
  completed: ['success', 'check-circle', 'Completed'],
  failed: ['danger', 'x-circle', 'Failed'],
  cancelled: ['muted', 'stop', 'Cancelled'],
} as const

type Status = BatchView['status'] | BatchJob['status']

export const toneOf = (status: Status): Tone => SIGNS[status][0]

/** As icon and word, never as colour alone. */
export function statusBadge(status: Status): Html {
  const [tone, sign, text] = SIGNS[status]
  return html`<span class="state state-${tone}">${icon(sign)}${text}</span>`
}

/** Of its jobs, how many are how far: as a bar and in words. */
export function jobCounts(view: View, { jobs }: Pick<BatchView, 'jobs'>): Html {
  const { completed, total, failed, active, pending } = jobs
  const others = [
    { n: failed, text: 'failed' },
    { n: active, text: 'active' },
    { n: pending, text: 'not created yet' },
  ].flatMap(({ n, text }) => (n === 0 ? [] : [`${number(view, n)} ${text}`]))
  const text = [`${number(view, completed)} of ${number(view, total)} completed`, ...others].join(', ')
  return html`${total === 0 ? NOTHING : progressBar(jobs)}<div>${text}</div>`
}

/** The words beside it say the same. The rest of the track stands for jobs that are not created yet. */
function progressBar({ completed, failed, active, total }: BatchView['jobs']): Html {
  const parts = [
    { kind: 'completed', from: 0, n: completed },
    { kind: 'failed', from: completed, n: failed },
    { kind: 'active', from: completed + failed, n: active },
  ].flatMap(({ kind, from, n }) =>
    n === 0 ? [] : [html`<rect class="progress-${kind}" x="${from}" width="${n}" height="1"></rect>`],
  )
  return html`<svg class="progress" aria-hidden="true" viewBox="0 0 ${total} 1" preserveAspectRatio="none"><rect class="progress-track" width="${total}" height="1"></rect>${join(parts)}</svg>`
}

export const creatorOf = ({ createdBy }: Pick<BatchView, 'createdBy'>): string =>
  createdBy.kind === 'person' ? `by @${createdBy.name}` : `by API key ${createdBy.name}`
