import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Hold } from '../../../limits/hold.ts'
import type { CoveringBudget } from '../../../projects/match-budgets.ts'
import { money, when } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { linkTo, type View } from '../frame/view.ts'

export interface HomeObstacles {
  /** Of all projects that the person sees; `null`: there is none. */
  readonly pause: Hold | null
  /** Those that have reached their `warn-at`. `coversAll`: all projects that the person sees. */
  readonly budgets: readonly CoveringBudget[]
}

const isSpent = ({ leftUsd }: CoveringBudget): boolean => leftUsd === 0

/** Instead of “Everything is set up”; `null`: work is accepted, and starts. */
export function titleOfObstacle({ pause, budgets }: HomeObstacles): string | null {
  if (pause !== null) return 'New runs are paused'
  return budgets.some((budget) => budget.coversAll && isSpent(budget)) ? 'The budget is spent' : null
}

export function obstacleNotes(view: View, { pause, budgets }: HomeObstacles): Html {
  return html`${pause === null ? NOTHING : pauseNote(view, pause)}${join(budgets.map((budget) => budgetNote(view, budget)))}`
}

function pauseNote(view: View, { by, why, heldAt }: Hold): Html {
  const text = `${by} has paused new runs${withoutHiddenCharacters(why ?? '') === '' ? '' : `: ${withoutHiddenCharacters(why ?? '')}`}.`
  return html`<p class="flash flash-attention">${icon('circle-slash')}<span>${text} Jobs are accepted, and start when the operator resumes the work. <span class="muted">Paused since ${when(view, heldAt)}</span></span></p>`
}

function budgetNote(view: View, budget: CoveringBudget): Html {
  const text = `Budget ${budget.name}: ${money(view, budget.spentUsd)} of ${money(view, budget.capUsd)} spent this month.`
  const next = isSpent(budget)
    ? 'The projects that it covers accept no new work until it resets, or is raised.'
    : 'When it is spent, the projects that it covers accept no new work.'
  return html`<p class="flash flash-attention">${icon('alert')}<span>${text} ${next} <span class="muted">It resets ${when(view, budget.resetAt)}</span> <a href="${linkTo(view, '/usage')}">See the usage</a></span></p>`
}
