import { METADATA_LIMITS } from '../../../../contract/job.ts'
import { costPerAccepted, medianToMerge, type OutcomeSum, pendingOf } from '../../../usage/outcome-sums.ts'
import type { MetadataOutcomes, OutcomesReport } from '../../../usage/summarize-outcomes.ts'
import { duration, FORMATS, money, number } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { View } from '../frame/view.ts'

export interface OutcomesData {
  readonly report: OutcomesReport
  /** Jobs from before outcomes were recorded. */
  readonly unknownJobs: number
  /** By the value of a pair of metadata; `null`: the reader names none. */
  readonly grouped: GroupedOutcomes | null
}

interface GroupedOutcomes {
  readonly pair: string
  /** `null`: there are more jobs than a page reads. */
  readonly groups: readonly MetadataOutcomes[] | null
}

/** What became of the pull requests of the range. */
export function outcomesPart(
  view: View,
  { report, unknownJobs, grouped }: OutcomesData,
  o: { readonly project: (id: string) => Html; readonly form: Html; readonly again: string },
): Html {
  const { total, projects, models, origins, isComplete } = report
  const head = html`<h2 class="section" id="outcomes">Pull requests</h2><p class="muted">What became of the jobs whose first run ended in this period: accepted is merged, rejected is closed.</p>`
  if (!isComplete)
    return html`${head}<p class="flash flash-attention">${icon('hourglass')}<span>Outcomes are still being added up. <a href="${o.again}">Continue</a></span></p>`
  const unknown =
    unknownJobs <= 0
      ? NOTHING
      : html`<p class="muted">${unknownJobs === 1 ? '1 job is' : `${number(view, unknownJobs)} jobs are`} from before outcomes were recorded: what became of them is unknown, and not counted here.</p>`
  if (total.jobs === 0) return html`${head}${unknown}<p>No job was to make a change.</p>`
  return html`${head}${unknown}${outcomeTiles(view, total)}
${table(
  view,
  'outcomes-by-project',
  'Project',
  projects.map((sum) => ({ name: o.project(sum.name), sum })),
)}
${table(
  view,
  'outcomes-by-model',
  'Model',
  models.map((sum) => ({ name: html`${sum.name}`, sum })),
)}
${table(
  view,
  'outcomes-by-origin',
  'Origin',
  origins.map((sum) => ({ name: html`${ORIGINS[sum.name] ?? sum.name}`, sum })),
)}
${o.form}${groupsPart(view, grouped)}`
}

const ORIGINS: Readonly<Record<string, string>> = {
  api: 'API',
  dashboard: 'Dashboard',
  github: 'GitHub',
  server: 'Settings',
}

/** Where the reader names a pair of metadata. `fields`: what else the address has. */
export const groupForm = (action: string, fields: Html, pair: string): Html =>
  html`<form method="get" action="${action}" class="row outcomes-form">${fields}<label for="metadata">By metadata</label><input type="text" id="metadata" name="metadata" value="${pair}" maxlength="${METADATA_LIMITS.name}" placeholder="team" autocomplete="off" spellcheck="false"><button class="button" type="submit">Group</button></form>`

function groupsPart(view: View, grouped: GroupedOutcomes | null): Html {
  if (grouped === null) return NOTHING
  const { pair, groups } = grouped
  if (groups === null)
    return html`<p class="flash flash-attention">${icon('alert')}<span>The account has more jobs in this period than a page groups by metadata. Choose fewer days, or download the pull requests as CSV.</span></p>`
  const rows = groups.map(({ value, sum }) => ({
    name: value === null ? html`<span class="muted">without ${pair}</span>` : html`${value}`,
    sum,
  }))
  return table(view, 'outcomes-by-metadata', pair, rows)
}

/** From so many on, a share says more than the two numbers. */
const ENOUGH_FOR_PERCENT = 20

/** `3 of 4`: a percentage would make a small number look like a large one. */
function share(view: View, part: number, whole: number): string {
  if (whole === 0) return '–'
  const text = `${number(view, part)} of ${number(view, whole)}`
  return whole < ENOUGH_FOR_PERCENT ? text : `${text} (${FORMATS.percent(view.locale).format(part / whole)})`
}

const costOf = (view: View, sum: OutcomeSum): string => {
  const cost = costPerAccepted(sum)
  return cost === null ? '–' : money(view, cost)
}

const mergeTime = (view: View, sum: OutcomeSum): string => {
  const median = medianToMerge(sum)
  return median === null ? '–' : duration(view, median)
}

function outcomeTiles(view: View, total: OutcomeSum): Html {
  const tile = (name: string, figure: string, detail: string) =>
    html`<div class="tile"><dt>${name}</dt><dd class="figure">${figure}</dd><dd class="small muted">${detail}</dd></div>`
  const counted = (count: number): string => number(view, count)
  const unpriced =
    total.unpricedJobs === 0
      ? ''
      : `; without known price: ${counted(total.unpricedJobs)} of ${counted(total.jobs)} jobs`
  const unseen = total.touchUnknown === 0 ? '' : `; unknown: ${counted(total.touchUnknown)}`
  return html`<dl class="tiles outcome-tiles">
${tile('Delivered', counted(total.delivered), `pull requests of ${counted(total.jobs)} jobs`)}
${tile('Accepted', share(view, total.accepted, total.delivered), `rejected: ${counted(total.rejected)}, pending: ${counted(pendingOf(total))}`)}
${tile('Cost per accepted', costOf(view, total), `${money(view, Math.max(0, total.costUsd))} by ${counted(total.pricedAccepted)}${unpriced}`)}
${tile('Zero-touch', share(view, total.zeroTouch, total.accepted), `accepted without a commit by a person${unseen}`)}
${tile('Median time to merge', mergeTime(view, total), `of ${counted(total.accepted)} accepted`)}
${tile('Checks passed first time', share(view, total.checksPassed, total.checksPassed + total.checksFailed), 'on the first commit, of ended pull requests')}
${tile('Follow-ups', counted(total.followUps), 'prompts after the pull request was opened')}
${tile('Reverted (guess)', share(view, total.reverted, total.accepted), 'within 30 days, from the words of commits')}
</dl>`
}

interface Row {
  readonly name: Html
  readonly sum: OutcomeSum
}

const MOST_ROWS = 100
const HEADS = [
  'Delivered',
  'Accepted',
  'Rejected',
  'Pending',
  'Zero-touch',
  'Time to merge',
  'Cost per accepted',
]

function table(view: View, id: string, column: string, rows: readonly Row[]): Html {
  if (rows.length === 0) return NOTHING
  const lines = rows.slice(0, MOST_ROWS).map(({ name, sum }) => {
    const cells = [
      number(view, sum.delivered),
      share(view, sum.accepted, sum.delivered),
      number(view, sum.rejected),
      number(view, pendingOf(sum)),
      share(view, sum.zeroTouch, sum.accepted),
      mergeTime(view, sum),
      costOf(view, sum),
    ]
    return html`<tr><th scope="row">${name}</th>${join(cells.map((cell) => html`<td class="number">${cell}</td>`))}</tr>`
  })
  return html`<h3 class="outcomes-by" id="${id}">Pull requests by ${column === 'Project' || column === 'Model' || column === 'Origin' ? column.toLowerCase() : html`metadata ${column}`}</h3>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="${id}"><table><thead><tr><th scope="col">${column}</th>${join(HEADS.map((head) => html`<th scope="col" class="number">${head}</th>`))}</tr></thead><tbody>${join(lines)}</tbody></table></div>`
}
