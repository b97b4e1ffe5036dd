import type { Budget } from '../../../budgets/daily-budget.ts'
import type { ProjectLimits } from '../../../budgets/limits-of-project.ts'
import { money, number, when } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'

export interface NamedLimits extends ProjectLimits {
  readonly repository: string
}

/** How much of its limits each project has used. */
export function limitsPart(view: View, projects: readonly NamedLimits[]): Html {
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
