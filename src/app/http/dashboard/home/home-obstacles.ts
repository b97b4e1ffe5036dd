import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Hold } from '../../../limits/hold.ts'
import type { CoveringBudget } from '../../../projects/match-budgets.ts'
import { money, when } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { linkTo, type View } from '../frame/view.ts'
import { HOME_WORDS } from './home-words.ts'

export interface HomeObstacles {
  /** Of all projects that the person sees; `null`: there is none. */
  readonly pause: Hold | null
  /** Those that have reached their `warn-at`. `coversAll`: all projects that the person sees. */
  readonly budgets: readonly CoveringBudget[]
}

const isSpent = ({ leftUsd }: CoveringBudget): boolean => leftUsd === 0

/** Instead of “Everything is set up”; `null`: work is accepted, and starts. */
export function titleOfObstacle(view: View, { pause, budgets }: HomeObstacles): string | null {
  const words = view.say(HOME_WORDS)
  if (pause !== null) return words.paused
  return budgets.some((budget) => budget.coversAll && isSpent(budget)) ? words.budgetSpent : null
}

export function obstacleNotes(view: View, { pause, budgets }: HomeObstacles): Html {
  return html`${pause === null ? NOTHING : pauseNote(view, pause)}${join(budgets.map((budget) => budgetNote(view, budget)))}`
}

function pauseNote(view: View, { by, why, heldAt }: Hold): Html {
  const words = view.say(HOME_WORDS)
  const text = words.pausedBy(by, withoutHiddenCharacters(why ?? ''))
  return html`<p class="flash flash-attention">${icon('circle-slash')}<span>${text} ${words.pausedNext} <span class="muted">${words.pausedSince} ${when(view, heldAt)}</span></span></p>`
}

function budgetNote(view: View, budget: CoveringBudget): Html {
  const words = view.say(HOME_WORDS)
  const text = words.budget(budget.name, money(view, budget.spentUsd), money(view, budget.capUsd))
  const next = isSpent(budget) ? words.budgetRefuses : words.budgetWarns
  return html`<p class="flash flash-attention">${icon('alert')}<span>${text} ${next} <span class="muted">${words.budgetResets} ${when(view, budget.resetAt)}</span> <a href="${linkTo(view, '/usage')}">${words.budgetLink}</a></span></p>`
}
