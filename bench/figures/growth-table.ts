import type { Figure } from './figure.ts'
import { digits } from './print-figures.ts'

/** A figure of one size of the database. */
export interface SizedFigure extends Figure {
  readonly line: string
  readonly jobs: number
}

/** A Markdown table with a column for each size. The ratio and the goal are those of the largest. */
export function growthTable(figures: readonly SizedFigure[]): string {
  const sizes = [...new Set(figures.map(({ jobs }) => jobs))]
  const lines = [...new Set(figures.map(({ line }) => line))]
  const rows = lines.map((line) => {
    const own = figures.filter((one) => one.line === line)
    const last = own.at(-1)
    const missed = own
      .filter(({ goal }) => goal?.isMet === false)
      .map(({ jobs }) => jobs.toLocaleString('en'))
    return [
      line,
      ...sizes.map((size) => {
        const one = own.find(({ jobs }) => jobs === size)
        return one === undefined ? '' : `${digits(one.value)} ${one.unit}`
      }),
      last?.ratio == null ? '' : `${last.ratio.toFixed(2)} ×`,
      own.every(({ goal }) => goal === undefined)
        ? ''
        : missed.length === 0
          ? 'met'
          : `missed at ${missed.join(', ')}`,
    ]
  })
  const head = ['Line', ...sizes.map((size) => size.toLocaleString('en')), 'Ratio', 'Goal']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
