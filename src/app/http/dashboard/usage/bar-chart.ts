import { type Html, html, join } from '../frame/html.ts'

export interface Bars {
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
export type Tone = 'cost' | 'succeeded' | 'failed' | 'cancelled'

const HEIGHT = 100

/** Bars as SVG: the policy of the page permits neither scripts that draw nor inline styles. */
export function barChart({ description, most, from, to, bars }: Bars): Html {
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
