import type { UsageReport } from '../../../usage/summarize-usage.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'
import { limitsPart, type NamedLimits } from './limits-part.ts'
import { charts, dayTable, reasonTable, sumTable, tiles } from './usage-parts.ts'

export const RANGES = [7, 30, 90, 365] as const

export interface UsageChoice {
  readonly days: (typeof RANGES)[number]
  /** `null`: all projects that the reader sees. */
  readonly project: string | null
}

export interface UsageData {
  readonly choice: UsageChoice
  readonly report: UsageReport
  readonly limits: readonly NamedLimits[]
  /** `owner/name` of the projects in the report that are known. */
  readonly repositories: ReadonlyMap<string, string>
}

export function usagePage(view: View, data: UsageData): PageContent {
  const csv = hrefOf(view, data.choice, '.csv')
  const runsCsv = hrefOf(view, data.choice, '-runs.csv')
  return {
    title: 'Usage',
    nav: 'usage',
    isWide: true,
    actions: html`<a class="button" href="${csv}" download>${icon('download')}Download CSV</a> <a class="button" href="${runsCsv}" download>${icon('download')}Download runs as CSV</a>`,
    body: html`<p class="lead">What the runs of this account did and cost. Days begin at 00:00 UTC; a run counts on the day on which it ended.</p>${ranges(view, data)}${sumsOf(view, data)}`,
  }
}

const hrefOf = (view: View, { days, project }: UsageChoice, end = ''): string =>
  linkTo(
    view,
    `/usage${end}?${new URLSearchParams({ days: String(days), ...(project !== null && { project }) })}`,
  )

function ranges(view: View, { choice, repositories }: UsageData): Html {
  const links = RANGES.map(
    (days) =>
      html`<li><a href="${hrefOf(view, { ...choice, days })}"${days === choice.days ? html` aria-current="true"` : NOTHING}>${days} days</a></li>`,
  )
  const { project } = choice
  return html`<nav aria-label="Range"><ul class="ranges">${links}</ul></nav>
${project === null ? NOTHING : html`<p class="row"><span class="badge">${icon('filter')}Only ${repositories.get(project) ?? project}</span><a href="${hrefOf(view, { ...choice, project: null })}">Show all projects</a></p>`}`
}

function sumsOf(view: View, { choice, report, limits, repositories }: UsageData): Html {
  const { total, perDay, isComplete } = report
  const note = isComplete
    ? NOTHING
    : html`<p class="flash flash-attention">${icon('hourglass')}<span>Older runs are still being added up, so these sums are too low. <a href="${hrefOf(view, choice)}">Continue</a></span></p>`
  if (total.succeeded + total.failed + total.cancelled === 0)
    return html`${note}<div class="blank">${icon('graph')}<h2>No run ended in this period</h2><p>When a job has run, this page shows what it did and cost.</p><p><a class="button" href="${linkTo(view, '/jobs')}">See all jobs</a></p></div>`
  const project = (id: string): Html =>
    html`<a href="${hrefOf(view, { ...choice, project: id })}">${repositories.get(id) ?? `Former project ${id}`}</a>`
  return html`${note}${tiles(view, total)}${charts(view, perDay)}${dayTable(view, perDay)}
${limits.length === 0 ? NOTHING : limitsPart(view, limits)}
${sumTable(view, { id: 'by-project', title: 'By project', column: 'Project', sums: report.projects, name: ({ name }) => project(name) })}
${sumTable(view, { id: 'by-person', title: 'By person or API key', column: 'Person or API key', sums: report.people, name: ({ name }) => person(name) })}
${sumTable(view, { id: 'by-model', title: 'By model', column: 'Model', sums: report.models, name: ({ name }) => html`${name}` })}
${reasonTable(view, report.reasons)}`
}

/** `key:<name>` or `person:<login>`. */
function person(name: string): Html {
  const cut = name.indexOf(':')
  const shown = name.slice(cut + 1)
  return name.slice(0, cut) === 'key'
    ? html`${icon('key')} ${shown} <span class="muted">API key</span>`
    : html`${icon('person')} ${shown}`
}
