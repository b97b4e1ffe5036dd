import type { NamedSum, UsageReport } from '../../../usage/summarize-usage.ts'
import { percentile, type Sum, successRate } from '../../../usage/sums.ts'
import { duration, money, number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import type { View } from '../frame/view.ts'
import { FORMATS } from '../words/intl-formats.ts'
import { barChart, shareBar, type Tone } from './bar-chart.ts'
import { USAGE_WORDS } from './usage-words.ts'

const runsOf = ({ succeeded, failed, cancelled }: Sum): number => succeeded + failed + cancelled

const dayName = (view: View, day: number): string => FORMATS.monthAndDay(view.locale).format(day)

const percent = (view: View, share: number): string => FORMATS.percent(view.locale).format(share)

const compact = (view: View, value: number): string => FORMATS.compact(view.locale).format(value)

/** The figures of the whole range. */
export function tiles(view: View, total: Sum): Html {
  const words = view.say(USAGE_WORDS)
  const runs = runsOf(total)
  const rate = successRate(total)
  const median = percentile(total, 0.5)
  const slow = percentile(total, 0.95)
  const tile = (name: string, figure: string, detail: string | null) =>
    html`<div class="tile"><dt>${name}</dt><dd class="figure">${figure}</dd>${detail === null ? NOTHING : html`<dd class="small muted">${detail}</dd>`}</div>`
  return html`<dl class="tiles">
${tile(words.jobs, number(view, total.jobs), `${words.runs}: ${number(view, runs)}`)}
${tile(
  words.successRate,
  rate === null ? '–' : percent(view, rate),
  rate === null
    ? words.noRuns
    : words.ofRuns(number(view, total.succeeded), number(view, total.succeeded + total.failed)),
)}
${tile(
  words.duration,
  median === null ? '–' : duration(view, median),
  slow === null ? words.noRuns : words.duration95(duration(view, slow)),
)}
${tile(
  words.tokens,
  compact(view, total.inputTokens + total.outputTokens),
  words.tokensDetail(
    compact(view, total.inputTokens),
    compact(view, total.cachedInputTokens),
    compact(view, total.outputTokens),
  ),
)}
${tile(words.cost, money(view, total.costUsd), total.unpriced === 0 ? null : words.unpriced(total.unpriced))}
</dl>`
}

type PerDay = UsageReport['perDay']

export function charts(view: View, perDay: PerDay): Html {
  const words = view.say(USAGE_WORDS)
  const [from, to] = [perDay.at(0)?.day ?? 0, perDay.at(-1)?.day ?? 0].map((day) => dayName(view, day))
  const draw = (title: string, show: (value: number) => string, valuesOf: (sum: Sum) => Valued[]): Html => {
    const bars = perDay.map((sum) => ({
      hint: `${dayName(view, sum.day)}: ${hintOf(valuesOf(sum), show)}`,
      values: valuesOf(sum),
    }))
    const most = show(
      Math.max(0, ...bars.map(({ values }) => values.reduce((total, { value }) => total + value, 0))),
    )
    if (bars.every(({ values }) => values.every(({ value }) => value === 0)))
      return html`<figure><figcaption>${title}</figcaption><p class="muted">${words.nothingPerDay}</p></figure>`
    const description = words.chart(title, from ?? '', to ?? '', most)
    return html`<figure><figcaption>${title}</figcaption>${barChart({ description, most, from: from ?? '', to: to ?? '', bars })}${legend(valuesOf(perDay[0] ?? NONE))}</figure>`
  }
  return html`<div class="charts">
${draw(
  words.costPerDay,
  (usd) => money(view, usd),
  ({ costUsd }) => [{ tone: 'cost', name: words.cost, value: costUsd }],
)}
${draw(
  words.runsPerDay,
  (runs) => number(view, runs),
  ({ succeeded, failed, cancelled }) => [
    { tone: 'succeeded', name: words.succeeded, value: succeeded },
    { tone: 'failed', name: words.failed, value: failed },
    { tone: 'cancelled', name: words.cancelled, value: cancelled },
  ],
)}
</div>`
}

interface Valued {
  readonly tone: Tone
  readonly name: string
  readonly value: number
}

const NONE = { succeeded: 0, failed: 0, cancelled: 0, costUsd: 0 } as Sum

const hintOf = (values: readonly Valued[], show: (value: number) => string): string =>
  values.map(({ name, value }) => `${name} ${show(value)}`).join(', ')

const legend = (values: readonly Valued[]): Html =>
  values.length < 2
    ? NOTHING
    : html`<ul class="legend">${values.map(
        ({ tone, name }) =>
          html`<li><svg aria-hidden="true" viewBox="0 0 8 8"><rect class="bar-${tone}" width="8" height="8" rx="2"></rect></svg>${name}</li>`,
      )}</ul>`

/** The days on which runs ended, newest first. */
export function dayTable(view: View, perDay: PerDay): Html {
  const words = view.say(USAGE_WORDS)
  const rows = perDay
    .filter((sum) => runsOf(sum) > 0)
    .toReversed()
    .map((sum) => html`<tr><th scope="row">${dayName(view, sum.day)}</th>${sumCells(view, sum)}</tr>`)
  return html`<h2 class="section" id="per-day">${words.perDay}</h2>
<div class="table-scroll table-tall" tabindex="0" role="region" aria-labelledby="per-day"><table><thead><tr><th scope="col">${words.day}</th>${sumHead(view)}</tr></thead><tbody>${join(rows)}</tbody></table></div>`
}

/** Sums by project, person or model. */
export function sumTable(
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
  const words = view.say(USAGE_WORDS)
  const total = sums.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const rows = sums
    .slice(0, MOST_ROWS)
    .map(
      (sum) =>
        html`<tr><th scope="row">${name(sum)}</th>${shareCell(view, sum.costUsd, total)}${sumCells(view, sum)}</tr>`,
    )
  return html`<h2 class="section" id="${id}">${title}</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="${id}"><table><thead><tr><th scope="col">${column}</th><th scope="col" class="number">${words.share}</th>${sumHead(view)}</tr></thead><tbody>${join(rows)}</tbody></table></div>`
}

const MOST_ROWS = 100

function shareCell(view: View, value: number, total: number): Html {
  const share = total === 0 ? 0 : value / total
  return html`<td class="number">${percent(view, share)} ${shareBar(share)}</td>`
}

function sumHead(view: View): Html {
  const words = view.say(USAGE_WORDS)
  const names = [
    words.cost,
    words.jobs,
    words.runs,
    words.successRate,
    words.duration,
    words.input,
    words.cached,
    words.output,
  ]
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

export function reasonTable(view: View, reasons: UsageReport['reasons']): Html {
  const words = view.say(USAGE_WORDS)
  if (reasons.length === 0) return NOTHING
  const total = reasons.reduce((sum, { runs }) => sum + runs, 0)
  const rows = reasons.map(
    ({ code, runs }) =>
      html`<tr><th scope="row"><code>${code}</code></th>${shareCell(view, runs, total)}<td class="number">${number(view, runs)}</td></tr>`,
  )
  return html`<h2 class="section" id="by-reason">${words.byReason}</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="by-reason"><table><thead><tr><th scope="col">${words.reason}</th><th scope="col" class="number">${words.share}</th><th scope="col" class="number">${words.runs}</th></tr></thead><tbody>${join(rows)}</tbody></table></div>`
}
