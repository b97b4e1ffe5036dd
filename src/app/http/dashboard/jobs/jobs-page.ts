import type { JobStatus } from '../../../../contract/job.ts'
import { shorten, withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { statusOf } from '../../../domain/job-view.ts'
import type { Project } from '../../../projects/project.ts'
import { type FoundProjects, projectField } from '../frame/find-projects.ts'
import { idempotency } from '../frame/form.ts'
import { clockTime, dateTime, duration, money, number, when } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import {
  describeOrigin,
  describeState,
  pullRequestBadge,
  type StateView,
  stateBadge,
} from '../job/job-state.ts'
import { filterQuery, isFiltered, type JobFilterChoice } from './job-filter.ts'
import { type JobRow, type JobRows, usedBy } from './read-jobs.ts'

interface JobsPage extends JobRows {
  readonly choice: JobFilterChoice
  readonly isFirst: boolean
  /** The projects that the person may read. */
  readonly projects: FoundProjects
  /** The one that the filter names, if there is one. */
  readonly project: Project | null
  readonly canWrite: boolean
  /** True: fewer than a page were found among the jobs that were looked at. */
  readonly isCut: boolean
}

export function jobsPage(view: View, page: JobsPage): PageContent {
  const start = html`<a class="button button-primary" href="${linkTo(view, newJobPath(page))}">${icon('plus')}New job</a>`
  return {
    title: 'Jobs',
    nav: 'jobs',
    isWide: true,
    actions: html`<a class="button" href="${linkTo(view, '/batches')}">${icon('stack')}Batches</a>${page.canWrite ? html` ${start}` : NOTHING}`,
    body: html`${drawTabs(view, page.choice)}${drawFilters(view, page)}${drawList(view, page)}`,
  }
}

const newJobPath = ({ choice }: JobsPage): string =>
  choice.project === '' ? '/jobs/new' : `/jobs/new?project=${choice.project}`

function drawTabs(view: View, choice: JobFilterChoice): Html {
  const tabs = [null, ...(['active', 'completed', 'failed', 'archived'] satisfies JobStatus[])].map(
    (status) => {
      const href = linkTo(view, `/jobs${filterQuery({ ...choice, status })}`)
      const isCurrent = status === choice.status
      return html`<li><a href="${href}"${isCurrent ? html` aria-current="page"` : NOTHING}>${status === null ? 'All' : STATUS_NAMES[status]}</a></li>`
    },
  )
  return html`<nav class="job-tabs" aria-label="Status"><ul>${join(tabs)}</ul></nav>`
}

function drawFilters(view: View, { choice, projects, project }: JobsPage): Html {
  const isOpen = isFiltered({ ...choice, text: '' })
  const hidden = [
    ['status', choice.status ?? ''],
    ['account', view.account?.login ?? ''],
  ].flatMap(([name, value]) =>
    value === '' ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
  return html`<form class="job-filters" method="get" action="/dashboard/jobs" role="search">${join(hidden)}
<div class="search-row"><label class="visually-hidden" for="text">Search titles</label><input type="search" id="text" name="text" value="${choice.text}" placeholder="Search titles" maxlength="200"><button class="button">${icon('search')}Apply</button>${isFiltered(choice) ? html`<a class="button" href="${linkTo(view, `/jobs${filterQuery({ ...EMPTY, status: choice.status })}`)}">${icon('x')}Clear filters</a>` : NOTHING}</div>
<details class="more"${isOpen ? html` open` : NOTHING}><summary>Filters</summary><div class="job-filter-fields">
${field('project', 'Project', projectField({ found: projects, chosen: project, none: 'All projects', isRequired: false }))}
${field('origin', 'Asked by', html`<select id="origin" name="origin"><option value="">Anyone</option>${option('key', 'An API key', choice.origin)}${option('person', 'A person', choice.origin)}${option('watch', 'A merge in another repository', choice.origin)}</select>`)}
${field('person', 'Person', html`<input type="text" id="person" name="person" value="${choice.person}" maxlength="100" placeholder="A GitHub login">`)}
${field('model', 'Model', html`<input type="text" id="model" name="model" value="${choice.model}" maxlength="200">`)}
${field('since', 'Created from', html`<input type="date" id="since" name="since" value="${choice.since}">`)}
${field('until', 'Created until', html`<input type="date" id="until" name="until" value="${choice.until}">`)}
${field('metadata', 'Metadata', html`<input type="text" id="metadata" name="metadata" value="${choice.metadata}" maxlength="200" placeholder="team=docs" autocomplete="off" spellcheck="false">`)}
${field('batch', 'Batch', html`<input type="text" id="batch" name="batch" value="${choice.batch}" maxlength="100" placeholder="A batch ID" autocomplete="off" spellcheck="false">`)}
</div></details></form>`
}

const EMPTY: JobFilterChoice = {
  status: null,
  project: '',
  text: '',
  person: '',
  model: '',
  origin: '',
  since: '',
  until: '',
  metadata: '',
  batch: '',
  reason: '',
}

const field = (id: string, label: string, control: Html): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${control}</div>`

const option = (value: string, text: string, chosen: string): Html =>
  html`<option value="${value}"${value === chosen ? html` selected` : NOTHING}>${text}</option>`

function drawList(view: View, page: JobsPage): Html {
  const { rows, choice } = page
  const empty = page.isFirst && !isFiltered(choice) && choice.status === null
  const list =
    rows.length === 0
      ? html`<div class="blank">${icon('rocket')}<h2>${empty ? 'No jobs yet' : 'No job matches'}</h2><p class="muted">${empty ? 'A job turns a prompt into a pull request.' : 'Change the filters, or clear them.'}</p>${empty && page.canWrite ? html`<p><a class="button button-primary" href="${linkTo(view, newJobPath(page))}">New job</a></p>` : NOTHING}</div>`
      : html`<div class="job-box">${rows.some(({ canWrite }) => canWrite) ? drawBulk() : NOTHING}<ul class="job-list">${join(rows.map((row) => drawRow(view, row)))}</ul></div>`
  return html`<form method="post" action="${formTo(view, '/jobs/bulk')}">${idempotency()}${join(filterFields(choice))}${list}</form>${drawPages(view, page)}`
}

function drawBulk(): Html {
  const button = (action: string, text: string, name: string): Html =>
    html`<button class="button button-small" name="action" value="${action}">${icon(name)}${text}</button>`
  return html`<fieldset class="bulk"><legend class="visually-hidden">With the selected jobs</legend><div class="row"><label class="choice"><input type="checkbox" name="all" value="1">All jobs that this filter shows, up to 100 at a time</label>${button('stop', 'Stop', 'stop')}${button('retry', 'Retry', 'sync')}${button('archive', 'Archive', 'archive')}</div></fieldset>`
}

/** Places begin with the time that is left to the largest one, so that the newest comes first. */
const timeOf = (place: string): number => 9_999_999_999_999 - Number(place.slice(0, 13))

function drawPages(view: View, { next, isFirst, choice, isCut }: JobsPage): Html {
  if (next === null && isFirst) return NOTHING
  const newest = isFirst
    ? NOTHING
    : html`<a class="button" href="${linkTo(view, `/jobs${filterQuery(choice)}`)}">Newest jobs</a>`
  const cursor = next === null ? null : Buffer.from(next).toString('base64url')
  const older =
    cursor === null
      ? NOTHING
      : html`<a class="button" href="${linkTo(view, `/jobs${filterQuery(choice, cursor)}`)}">Older jobs${icon('arrow-right')}</a>`
  const note =
    isCut && next !== null
      ? html`<p class="muted">This page searched 2,000 jobs. The next page continues with jobs older than ${dateTime(view, timeOf(next))}.</p>`
      : NOTHING
  return html`${note}<nav class="row pages" aria-label="Pages">${newest}${older}</nav>`
}

/** Jobs in a list from which none can be selected. */
export const jobList = (view: View, rows: readonly JobRow[]): Html =>
  html`<ul class="job-box job-list job-list-plain">${join(rows.map((row) => drawRow(view, row, false)))}</ul>`

/** A job in the list: title, state, where, by whom, how long, what it cost, and why it failed. */
function drawRow(view: View, row: JobRow, isSelectable = true): Html {
  const { listed, job, project, canWrite } = row
  const title = withoutHiddenCharacters(listed.title ?? 'Job whose prompt was deleted')
  const href = linkTo(view, `/jobs/${listed.projectId}/${listed.id}`)
  const box = !isSelectable
    ? NOTHING
    : canWrite
      ? html`<input type="checkbox" name="job" value="${listed.projectId}/${listed.id}" aria-label="Select ${title}">`
      : html`<input type="checkbox" disabled aria-label="Select ${title}">`
  const base = job?.run.base ?? job?.base ?? project.config?.base ?? project.defaultBranch
  const where = `${project.owner}/${project.name}${base === null ? '' : `@${withoutHiddenCharacters(base)}`}`
  return html`<li class="job-row">${box}<div class="job-row-main"><a class="job-title" href="${href}">${title}</a>
<p class="job-row-facts">${drawState(view, row)}<span class="muted">${where}</span>${drawWho(row)}</p>${drawWhy(view, row)}</div>
<div class="job-row-side"><p>${job?.pullRequest == null ? NOTHING : pullRequestBadge(job.pullRequest)}<span>${when(view, Date.parse(listed.createdAt))}</span></p><p>${drawUsage(view, row)}</p></div></li>`
}

const STATUS_NAMES: Readonly<Record<JobStatus, string>> = {
  active: 'Active',
  completed: 'Completed',
  failed: 'Failed',
  archived: 'Archived',
}

function drawState(view: View, { listed, job, obstacles, progress }: JobRow): Html {
  if (job === null) return html`<span class="state state-muted">${STATUS_NAMES[listed.status]}</span>`
  const state = describeState(view, {
    job,
    obstacles,
    progress,
    hasFailedCheck: false,
  })
  const clock =
    state.clock === null
      ? NOTHING
      : html` <span class="muted">${state.clock.text} ${clockTime(view, state.clock.at)}</span>`
  const { run } = job
  const again = run.number === 1 ? NOTHING : html` <span class="muted">run ${number(view, run.number)}</span>`
  return html`${stateBadge(ofList(job, state))}${clock}${again}`
}

/** The whole text is on the page of the job. */
const MOST_WHY = 200

function drawWhy(view: View, { job, obstacles, progress }: JobRow): Html {
  if (job === null || job.run.state !== 'failed' || job.archivedAt !== null) return NOTHING
  const { why } = describeState(view, { job, obstacles, progress, hasFailedCheck: false })
  return why === null || why === '' ? NOTHING : html`<p class="job-row-why">${shorten(why, MOST_WHY)}</p>`
}

/** A row does not know how the checks of a run ended. */
const ofList = (job: NonNullable<JobRow['job']>, state: StateView): StateView =>
  statusOf(job) === 'completed' && job.run.report?.pullRequest != null
    ? { ...state, words: 'Pull request published' }
    : state

function drawWho({ job }: JobRow): Html {
  if (job === null) return NOTHING
  const { icon: name, who, how } = describeOrigin(job.origin, job.repository)
  return html`<span class="muted">${icon(name)} ${withoutHiddenCharacters(who)} ${how}</span>`
}

function drawUsage(view: View, { job, earlier, progress }: JobRow): Html {
  if (job === null) return NOTHING
  const { claimedAt, endedAt } = job.run
  const took =
    claimedAt === null
      ? NOTHING
      : html`<span title="Duration of the last run">${icon('stopwatch')} ${duration(view, (endedAt ?? view.now) - claimedAt)}</span>`
  const used = usedBy(job, earlier, progress.used)
  if (used === null) return took
  const cost = used.costUsd === null ? '' : `, ${money(view, used.costUsd)}`
  return html`${took}<span title="Tokens and cost of all runs">${number(view, used.tokens)} tokens${cost}</span>`
}

/** The filter, for a form that acts on what it shows. */
export const filterFields = (choice: JobFilterChoice): Html[] =>
  [...new URLSearchParams(filterQuery(choice))].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
