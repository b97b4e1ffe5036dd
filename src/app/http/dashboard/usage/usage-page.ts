import type { UsageReport } from '../../../usage/summarize-usage.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'
import { limitsPart, type NamedLimits } from './limits-part.ts'
import { charts, dayTable, reasonTable, sumTable, tiles } from './usage-parts.ts'
import { USAGE_WORDS } from './usage-words.ts'

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
  const words = view.say(USAGE_WORDS)
  const csv = hrefOf(view, data.choice, '.csv')
  const runsCsv = hrefOf(view, data.choice, '-runs.csv')
  return {
    title: words.title,
    nav: 'usage',
    isWide: true,
    actions: html`<a class="button" href="${csv}" download>${icon('download')}${words.csv}</a> <a class="button" href="${runsCsv}" download>${icon('download')}${words.runsCsv}</a>`,
    body: html`<p class="lead">${words.lead}</p>${ranges(view, data)}${sumsOf(view, data)}`,
  }
}

const hrefOf = (view: View, { days, project }: UsageChoice, end = ''): string =>
  linkTo(
    view,
    `/usage${end}?${new URLSearchParams({ days: String(days), ...(project !== null && { project }) })}`,
  )

function ranges(view: View, { choice, repositories }: UsageData): Html {
  const words = view.say(USAGE_WORDS)
  const links = RANGES.map(
    (days) =>
      html`<li><a href="${hrefOf(view, { ...choice, days })}"${days === choice.days ? html` aria-current="true"` : NOTHING}>${words.lastDays(days)}</a></li>`,
  )
  const { project } = choice
  return html`<nav aria-label="${words.range}"><ul class="ranges">${links}</ul></nav>
${project === null ? NOTHING : html`<p class="row"><span class="badge">${icon('filter')}${words.onlyProject(repositories.get(project) ?? project)}</span><a href="${hrefOf(view, { ...choice, project: null })}">${words.allProjects}</a></p>`}`
}

function sumsOf(view: View, { choice, report, limits, repositories }: UsageData): Html {
  const words = view.say(USAGE_WORDS)
  const { total, perDay, isComplete } = report
  const note = isComplete
    ? NOTHING
    : html`<p class="flash flash-attention">${icon('hourglass')}<span>${words.summing} <a href="${hrefOf(view, choice)}">${words.continueSumming}</a></span></p>`
  if (total.succeeded + total.failed + total.cancelled === 0)
    return html`${note}<div class="blank">${icon('graph')}<h2>${words.emptyTitle}</h2><p>${words.empty}</p><p><a class="button" href="${linkTo(view, '/jobs')}">${words.toJobs}</a></p></div>`
  const project = (id: string): Html =>
    html`<a href="${hrefOf(view, { ...choice, project: id })}">${repositories.get(id) ?? words.unknownProject(id)}</a>`
  return html`${note}${tiles(view, total)}${charts(view, perDay)}${dayTable(view, perDay)}
${limits.length === 0 ? NOTHING : limitsPart(view, limits)}
${sumTable(view, { id: 'by-project', title: words.byProject, column: words.project, sums: report.projects, name: ({ name }) => project(name) })}
${sumTable(view, { id: 'by-person', title: words.byPerson, column: words.person, sums: report.people, name: ({ name }) => person(view, name) })}
${sumTable(view, { id: 'by-model', title: words.byModel, column: words.model, sums: report.models, name: ({ name }) => html`${name}` })}
${reasonTable(view, report.reasons)}`
}

/** `key:<name>` or `person:<login>`. */
function person(view: View, name: string): Html {
  const cut = name.indexOf(':')
  const shown = name.slice(cut + 1)
  return name.slice(0, cut) === 'key'
    ? html`${icon('key')} ${shown} <span class="muted">${view.say(USAGE_WORDS).apiKey}</span>`
    : html`${icon('person')} ${shown}`
}
