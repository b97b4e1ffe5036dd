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
import { BATCH_WORDS } from './batch-words.ts'

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
  const words = view.say(BATCH_WORDS)
  return {
    title: words.title,
    nav: 'jobs',
    isWide: true,
    heading: html`<nav class="crumbs small" aria-label="${words.toJobs}"><a href="${linkTo(view, '/jobs')}">${icon('arrow-left')} ${words.toJobs}</a></nav><div class="heading"><h1>${words.title}</h1><div class="actions">${data.canWrite ? create(view) : NOTHING}</div></div>`,
    body: html`<p class="lead">${words.lead}</p>${list(view, data)}${pages(view, data)}`,
  }
}

const create = (view: View): Html =>
  html`<a class="button button-primary" href="${linkTo(view, '/batches/new')}">${icon('plus')}${view.say(BATCH_WORDS).newBatch}</a>`

function list(view: View, { batches, projects, isFirst }: BatchesData): Html {
  const words = view.say(BATCH_WORDS)
  if (batches.length === 0)
    return isFirst
      ? html`<div class="blank">${icon('stack')}<h2>${words.noBatches}</h2><p class="muted">${words.noBatchesText}</p></div>`
      : html`<p class="muted">${words.noneOnPage}</p>`
  const columns = [words.batch, words.status, words.jobs, words.cost, words.created].map((name) => ({ name }))
  const rows = batches.map((batch) => ({ cells: cellsOf(view, batch, projects) }))
  return stackedTable({ label: words.title, columns, rows })
}

function cellsOf(view: View, batch: BatchView, projects: ReadonlyMap<string, Project>): Html[] {
  const words = view.say(BATCH_WORDS)
  const { costUsd, limitUsd, projectId } = batch
  const project = projectId === null ? undefined : projects.get(projectId)
  const where = project === undefined ? words.ofProjects : `${project.owner}/${project.name}`
  return [
    html`<a class="strong" href="${linkTo(view, `/batches/${batch.id}`)}">${withoutHiddenCharacters(batch.title)}</a><div class="muted small">${where}</div>`,
    statusBadge(view, batch.status),
    jobCounts(view, batch),
    html`${limitUsd === null ? money(view, costUsd) : words.costOf(money(view, costUsd), money(view, limitUsd))}`,
    html`${when(view, Date.parse(batch.createdAt))}<div class="muted small">${creatorOf(view, batch)}</div>`,
  ]
}

function pages(view: View, { next, isFirst }: BatchesData): Html {
  if (next === null && isFirst) return NOTHING
  const words = view.say(BATCH_WORDS)
  const newest = isFirst
    ? NOTHING
    : html`<a class="button" href="${linkTo(view, '/batches')}">${words.newest}</a>`
  const older =
    next === null
      ? NOTHING
      : html`<a class="button" href="${linkTo(view, `/batches?cursor=${next}`)}">${words.older}${icon('arrow-right')}</a>`
  return html`<nav class="row pages" aria-label="${words.pages}">${newest}${older}</nav>`
}
