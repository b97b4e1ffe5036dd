import type { AnswerUsage, Usage } from '../../../../contract/run.ts'
import type { RunHistory } from '../../../jobs/read-runs.ts'
import { duration, money, number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'
import type { JobPage } from './read-job-page.ts'

/** Tokens and cost of each run, and of each step of it. */
export function drawUsageTab(view: View, { history }: JobPage): Html {
  const used = history.filter(({ run }) => run.usage !== null)
  if (used.length === 0)
    return html`<div class="blank">${icon('graph')}<h2>No usage was reported yet</h2></div>`
  const all = used.flatMap(({ run }) => run.usage ?? [])
  const total = html`<tr class="total"><th scope="row">All runs</th><td></td><td class="number">${number(view, sumOf(all, 'steps'))}</td>${counts(
    view,
    {
      inputTokens: sumOf(all, 'inputTokens'),
      cachedInputTokens: sumOf(all, 'cachedInputTokens'),
      outputTokens: sumOf(all, 'outputTokens'),
      costUsd: all.some(({ costUsd }) => costUsd === null)
        ? null
        : all.reduce((sum, one) => sum + (one.costUsd ?? 0), 0),
    },
  )}</tr>`
  return html`<h2 class="section">Usage of each run</h2>
<div class="table-scroll" tabindex="0" role="region" aria-label="Usage of each run"><table><thead><tr><th scope="col">Run</th><th scope="col">Duration</th><th scope="col" class="number">Steps</th>${heads()}</tr></thead><tbody>${join(used.map((one) => runRow(view, one)))}${used.length > 1 ? total : NOTHING}</tbody></table></div>
${join(used.toReversed().map((one) => stepTable(view, one)))}`
}

type Counts = Pick<Usage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'costUsd'>

const sumOf = (
  all: readonly Usage[],
  name: 'steps' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens',
): number => all.reduce((sum, usage) => sum + usage[name], 0)

function heads(): Html {
  const names = ['Input', 'Cached', 'Output', 'Cost']
  return join(names.map((name) => html`<th scope="col" class="number">${name}</th>`))
}

const counts = (view: View, { inputTokens, cachedInputTokens, outputTokens, costUsd }: Counts): Html =>
  html`<td class="number">${number(view, inputTokens)}</td><td class="number">${number(view, cachedInputTokens)}</td><td class="number">${number(view, outputTokens)}</td><td class="number">${costUsd === null ? 'Price unknown' : money(view, costUsd)}</td>`

function runRow(view: View, { run }: RunHistory): Html {
  const { usage, claimedAt, endedAt } = run
  if (usage === null) return NOTHING
  const took = claimedAt === null ? '' : duration(view, (endedAt ?? view.now) - claimedAt)
  return html`<tr><th scope="row">${number(view, run.number)}</th><td>${took}</td><td class="number">${number(view, usage.steps)}</td>${counts(view, usage)}</tr>`
}

const SHOWN = 200

function stepTable(view: View, { run, result }: RunHistory): Html {
  const steps = result?.perStep ?? []
  if (steps.length === 0) return NOTHING
  const title = `Steps of run ${number(view, run.number)}`
  return html`<details class="more"><summary>${title}</summary><div class="table-scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th scope="col">Step</th>${heads()}</tr></thead><tbody>${join(steps.slice(0, SHOWN).map((step) => stepRow(view, step)))}</tbody></table></div></details>`
}

function stepRow(view: View, step: AnswerUsage): Html {
  const notes = [...(step.brokenOff ? ['incomplete response'] : []), ...(step.estimated ? ['estimated'] : [])]
  const note = notes.length === 0 ? NOTHING : html` <span class="muted small">${notes.join(', ')}</span>`
  return html`<tr><th scope="row">${number(view, step.step)}${note}</th>${counts(view, step)}</tr>`
}
