import type { BatchView } from '../../../../contract/batch.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Project } from '../../../projects/project.ts'
import { money, when } from '../frame/formats.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { stackedTable } from '../frame/stacked-table.ts'
import { linkTo, type View } from '../frame/view.ts'
import { creatorOf, jobCounts, statusBadge } from './batch-parts.ts'

export interface BatchesData {
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
