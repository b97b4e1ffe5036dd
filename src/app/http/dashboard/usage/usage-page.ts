import type { Budget } from '../../../budgets/budgets.ts'
import type { ProjectLimits } from '../../../projects/match-budgets.ts'
import type { NamedSum, UsageReport } from '../../../usage/summarize-usage.ts'
import { percentile, type Sum, successRate } from '../../../usage/sums.ts'
import { duration, FORMATS, money, number, when } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'
import { groupForm, type OutcomesData, outcomesPart } from './outcomes-part.ts'
import { charts, dayName, type PerDay, shareBar } from './usage-charts.ts'

export const RANGES = [7, 30, 90, 365] as const

export interface UsageChoice {
  readonly days: (typeof RANGES)[number]
  /** `null`: all projects that the reader sees. */
  readonly project: string | null
  /** Name of the pair of metadata by which outcomes are grouped; `null`: none. */
  readonly metadata: string | null
}

interface UsageData {
  readonly choice: UsageChoice
  readonly outcomes: OutcomesData
  readonly report: UsageReport
  readonly limits: readonly NamedLimits[]
  /** `owner/name` of the projects in the report that are known. */
  readonly repositories: ReadonlyMap<string, string>
}

export function usagePage(view: View, data: UsageData): PageContent {
  const csv = hrefOf(view, data.choice, '.csv')
  const runsCsv = hrefOf(view, data.choice, '-runs.csv')
  const pullsCsv = hrefOf(view, data.choice, '-pull-requests.csv')
  return {
    title: 'Usage',
    nav: 'usage',
    isWide: true,
    actions: html`<a class="button" href="${csv}" download>${icon('download')}Download CSV</a> <a class="button" href="${runsCsv}" download>${icon('download')}Download runs as CSV</a> <a class="button" href="${pullsCsv}" download>${icon('download')}Download pull requests as CSV</a>`,
    body: html`<p class="lead">What the runs of this account did and cost. Days begin at 00:00 UTC; a run counts on the day on which it ended.</p>${ranges(view, data)}${sumsOf(view, data)}`,
  }
}

function hrefOf(view: View, { days, project, metadata }: UsageChoice, end = ''): string {
  const chosen = {
    days: String(days),
    ...(project !== null && { project }),
    ...(metadata !== null && end === '' && { metadata }),
  }
  return linkTo(view, `/usage${end}?${new URLSearchParams(chosen)}`)
}

function outcomesOf(view: View, { choice, outcomes }: UsageData, project: (id: string) => Html): Html {
  const fields = html`<input type="hidden" name="days" value="${String(choice.days)}">${choice.project === null ? NOTHING : html`<input type="hidden" name="project" value="${choice.project}">`}`
  const form = groupForm(linkTo(view, '/usage'), fields, choice.metadata ?? '')
  return outcomesPart(view, outcomes, { project, form, again: hrefOf(view, choice) })
}

function ranges(view: View, { choice, repositories }: UsageData): Html {
  const links = RANGES.map(
    (days) =>
      html`<li><a href="${hrefOf(view, { ...choice, days })}"${days === choice.days ? html` aria-current="true"` : NOTHING}>${days} days</a></li>`,
  )
  const { project } = choice
  return html`<nav aria-label="Range"><ul class="ranges">${links}</ul></nav>
${project === null ? NOTHING : html`<p class="row"><span class="badge">${icon('filter')}Only ${repositories.get(project) ?? project}</span><a href="${hrefOf(view, { ...choice, project: null })}">Show all projects</a></p>`}`
}

function sumsOf(view: View, data: UsageData): Html {
  const { choice, report, limits, repositories } = data
  const { total, perDay, isComplete } = report
  const note = isComplete
    ? NOTHING
    : html`<p class="flash flash-attention">${icon('hourglass')}<span>Older runs are still being added up, so these sums are too low. <a href="${hrefOf(view, choice)}">Continue</a></span></p>`
  if (total.succeeded + total.failed + total.cancelled === 0)
    return html`${note}<div class="blank">${icon('graph')}<h2>No run ended in this period</h2><p>When a job has run, this page shows what it did and cost.</p><p><a class="button" href="${linkTo(view, '/jobs')}">See all jobs</a></p></div>`
  const project = (id: string): Html =>
    html`<a href="${hrefOf(view, { ...choice, project: id })}">${repositories.get(id) ?? `Former project ${id}`}</a>`
  return html`${note}${tiles(view, total)}${outcomesOf(view, data, project)}${charts(view, perDay)}${dayTable(view, perDay)}
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

interface NamedLimits extends ProjectLimits {
  readonly repository: string
}

/** How much of its limits each project has used. */
function limitsPart(view: View, projects: readonly NamedLimits[]): Html {
  const boxes = projects.map(
    ({ repository, requests, daily, monthly }) =>
      html`<div class="box box-body"><h3>${repository}</h3>
${meter(view, 'Requests in the last hour', {
  used: requests.limit - requests.remaining,
  limit: requests.limit,
  show: (value) => number(view, value),
  resetAt: requests.resetAt,
})}
${meter(view, 'Cost today', ofBudget(view, daily))}
${join(monthly.map((budget) => meter(view, `Budget ${budget.name}, this month`, { ...ofBudget(view, budget), warnFrom: budget.warnUsd })))}</div>`,
  )
  return html`<h2 class="section">Limits now</h2><p class="muted">The projects with the highest usage. A project that has reached a limit accepts no new work until the reset, or until the limit is raised.</p><div class="limits">${join(boxes)}</div>`
}

interface Used {
  readonly used: number
  /** 0: there is none. */
  readonly limit: number
  /** From here on, the limit is marked; absent: once it is reached. */
  readonly warnFrom?: number
  readonly show: (value: number) => string
  readonly resetAt: number
}

const ofBudget = (view: View, { capUsd, spentUsd, resetAt }: Budget): Used => ({
  used: spentUsd,
  limit: capUsd,
  show: (value) => money(view, value),
  resetAt,
})

function meter(view: View, name: string, { used, limit, warnFrom = limit, show, resetAt }: Used): Html {
  if (limit === 0) return html`<p class="limit">${name}: <span class="muted">no limit</span></p>`
  const text = `${show(used)} of ${show(limit)}`
  const reset = used > 0 ? html` <span class="muted">· resets ${when(view, resetAt)}</span>` : NOTHING
  const mark =
    used < warnFrom
      ? NOTHING
      : html` <span class="badge badge-attention">${icon('alert')}${used < limit ? 'Nearly spent' : 'Limit reached'}</span>`
  return html`<div class="limit"><div>${name}: <strong>${text}</strong>${mark}${reset}</div><meter aria-label="${name}" min="0" max="${limit}" low="${limit * 0.75}" high="${limit * 0.9}" optimum="0" value="${used}">${text}</meter></div>`
}

const runsOf = ({ succeeded, failed, cancelled }: Sum): number => succeeded + failed + cancelled

const percent = (view: View, share: number): string => FORMATS.percent(view.locale).format(share)

const compact = (view: View, value: number): string => FORMATS.compact(view.locale).format(value)

/** The figures of the whole range. */
function tiles(view: View, total: Sum): Html {
  const runs = runsOf(total)
  const rate = successRate(total)
  const median = percentile(total, 0.5)
  const slow = percentile(total, 0.95)
  const tile = (name: string, figure: string, detail: string | null) =>
    html`<div class="tile"><dt>${name}</dt><dd class="figure">${figure}</dd>${detail === null ? NOTHING : html`<dd class="small muted">${detail}</dd>`}</div>`
  return html`<dl class="tiles">
${tile('Jobs', number(view, total.jobs), `Runs: ${number(view, runs)}`)}
${tile(
  'Success rate',
  rate === null ? '–' : percent(view, rate),
  rate === null
    ? 'no runs'
    : `${number(view, total.succeeded)} of ${number(view, total.succeeded + total.failed)}, cancelled runs excluded`,
)}
${tile(
  'Median duration',
  median === null ? '–' : duration(view, median),
  slow === null ? 'no runs' : `95% took less than ${duration(view, slow)}`,
)}
${tile(
  'Tokens',
  compact(view, total.inputTokens + total.outputTokens),
  `${compact(view, total.inputTokens)} in (${compact(view, total.cachedInputTokens)} cached), ${compact(view, total.outputTokens)} out`,
)}
${tile('Cost', money(view, total.costUsd), total.unpriced === 0 ? null : total.unpriced === 1 ? '1 run has no known price' : `${total.unpriced} runs have no known price`)}
</dl>`
}

/** The days on which runs ended, newest first. */
function dayTable(view: View, perDay: PerDay): Html {
  const rows = perDay
    .filter((sum) => runsOf(sum) > 0)
    .toReversed()
    .map((sum) => html`<tr><th scope="row">${dayName(view, sum.day)}</th>${sumCells(view, sum)}</tr>`)
  return html`<h2 class="section" id="per-day">Per day</h2>
<div class="table-scroll table-tall" tabindex="0" role="region" aria-labelledby="per-day"><table><thead><tr><th scope="col">Day</th>${sumHead()}</tr></thead><tbody>${join(rows)}</tbody></table></div>`
}

/** Sums by project, person or model. */
function sumTable(
  view: View,
  {
    id,
    title,
    column,
    sums,
    name,
  }: {
    readonly id: string
    readonly title: string
    readonly column: string
    readonly sums: readonly NamedSum[]
    readonly name: (sum: NamedSum) => Html
  },
): Html {
  const total = sums.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const rows = sums
    .slice(0, MOST_ROWS)
    .map(
      (sum) =>
        html`<tr><th scope="row">${name(sum)}</th>${shareCell(view, sum.costUsd, total)}${sumCells(view, sum)}</tr>`,
    )
  return html`<h2 class="section" id="${id}">${title}</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="${id}"><table><thead><tr><th scope="col">${column}</th><th scope="col" class="number">Share</th>${sumHead()}</tr></thead><tbody>${join(rows)}</tbody></table></div>`
}

const MOST_ROWS = 100

function shareCell(view: View, value: number, total: number): Html {
  const share = total === 0 ? 0 : value / total
  return html`<td class="number">${percent(view, share)} ${shareBar(share)}</td>`
}

function sumHead(): Html {
  const names = ['Cost', 'Jobs', 'Runs', 'Success rate', 'Median duration', 'Input', 'Cached', 'Output']
  return join(names.map((name) => html`<th scope="col" class="number">${name}</th>`))
}

function sumCells(view: View, sum: Sum): Html {
  const rate = successRate(sum)
  const median = percentile(sum, 0.5)
  const cells = [
    money(view, sum.costUsd),
    number(view, sum.jobs),
    number(view, runsOf(sum)),
    rate === null ? '–' : percent(view, rate),
    median === null ? '–' : duration(view, median),
    compact(view, sum.inputTokens),
    compact(view, sum.cachedInputTokens),
    compact(view, sum.outputTokens),
  ]
  return join(cells.map((cell) => html`<td class="number">${cell}</td>`))
}

function reasonTable(view: View, reasons: UsageReport['reasons']): Html {
  if (reasons.length === 0) return NOTHING
  const total = reasons.reduce((sum, { runs }) => sum + runs, 0)
  const rows = reasons.map(
    ({ code, runs }) =>
      html`<tr><th scope="row"><code>${code}</code></th>${shareCell(view, runs, total)}<td class="number">${number(view, runs)}</td></tr>`,
  )
  return html`<h2 class="section" id="by-reason">Failures by reason</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="by-reason"><table><thead><tr><th scope="col">Reason</th><th scope="col" class="number">Share</th><th scope="col" class="number">Runs</th></tr></thead><tbody>${join(rows)}</tbody></table></div>`
}
