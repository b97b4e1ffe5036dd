import type { UsageReport } from '../../../usage/summarize-usage.ts'
import type { Sum } from '../../../usage/sums.ts'
import { FORMATS, money, number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import type { View } from '../frame/view.ts'

export type PerDay = UsageReport['perDay']

/** Cost and runs of each day. */
export function charts(view: View, perDay: PerDay): Html {
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
      return html`<figure><figcaption>${title}</figcaption><p class="muted">Nothing in this period.</p></figure>`
    const description = `${title}, from ${from ?? ''} to ${to ?? ''}, at most ${most}. The table below has all values.`
    return html`<figure><figcaption>${title}</figcaption>${barChart({ description, most, from: from ?? '', to: to ?? '', bars })}${legend(valuesOf(perDay[0] ?? NONE))}</figure>`
  }
  return html`<div class="charts">
${draw(
  'Cost per day',
  (usd) => money(view, usd),
  ({ costUsd }) => [{ tone: 'cost', name: 'Cost', value: costUsd }],
)}
${draw(
  'Runs per day',
  (runs) => number(view, runs),
  ({ succeeded, failed, cancelled }) => [
    { tone: 'succeeded', name: 'Succeeded', value: succeeded },
    { tone: 'failed', name: 'Failed', value: failed },
    { tone: 'cancelled', name: 'Cancelled', value: cancelled },
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

export const dayName = (view: View, day: number): string => FORMATS.monthAndDay(view.locale).format(day)

interface Bars {
  /** For readers who do not see the chart. */
  readonly description: string
  /** The largest value, as the axis shows it. */
  readonly most: string
  /** What stands below the first and the last bar. */
  readonly from: string
  readonly to: string
  /** From left to right; the values of one bar stand on each other. */
  readonly bars: readonly {
    readonly hint: string
    readonly values: readonly { readonly tone: Tone; readonly value: number }[]
  }[]
}

/** A class of usage.css. */
type Tone = 'cost' | 'succeeded' | 'failed' | 'cancelled'

const HEIGHT = 100

/** Bars as SVG: the policy of the page permits neither scripts that draw nor inline styles. */
function barChart({ description, most, from, to, bars }: Bars): Html {
  const sums = bars.map(({ values }) => values.reduce((sum, { value }) => sum + value, 0))
  const highest = Math.max(...sums)
  const scale = highest === 0 ? 0 : HEIGHT / highest
  const drawn = bars.map(({ hint, values }, at) => {
    let top = HEIGHT
    const parts = values
      .filter(({ value }) => value > 0)
      .map(({ tone, value }) => {
        const height = value * scale
        top -= height
        return html`<rect class="bar-${tone}" x="${at + 0.1}" y="${round(top)}" width="0.8" height="${round(height)}"></rect>`
      })
    return html`<g><title>${hint}</title><rect class="bar-hover" x="${at}" y="0" width="1" height="${HEIGHT}"></rect>${join(parts)}</g>`
  })
  return html`<div class="chart"><div class="chart-axis" aria-hidden="true"><span>${most}</span><span>0</span></div>
<svg class="chart-plot" role="img" aria-label="${description}" viewBox="0 0 ${bars.length} ${HEIGHT}" preserveAspectRatio="none">${join(drawn)}</svg>
<div class="chart-dates" aria-hidden="true"><span>${from}</span><span>${to}</span></div></div>`
}

const round = (value: number): string => value.toFixed(2)

/** A part of a whole, 0 to 1, in a row of a table. The percentage stands beside it. */
export const shareBar = (share: number): Html =>
  html`<svg class="share" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none"><rect class="share-track" width="100" height="8"></rect><rect class="bar-cost" width="${round(100 * share)}" height="8"></rect></svg>`
