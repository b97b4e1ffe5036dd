import type { Figure } from './figure.ts'

/** One JSON object per line. */
export const toJson = ({ name, value, unit, baseline, ratio }: Figure): string =>
  JSON.stringify({ name, value, unit, baseline, ratio })

const HEAD = ['', 'value', 'unit', 'baseline', 'ratio', 'goal', '']
const FIRST_WIDTH = 40
const WIDTHS = [10, 19, 10, 9, 17, 0]

export const tableHead = (): string => toLine(HEAD)

export const toTableLine = ({ name, value, unit, baseline, ratio, goal }: Figure): string =>
  toLine([
    name,
    digits(value),
    unit,
    baseline === null ? '' : digits(baseline),
    ratio === null ? '' : `${digits(ratio * 100)} %`,
    goal?.text ?? '',
    goal === undefined ? '' : goal.isMet ? 'met' : 'MISSED',
  ])

const toLine = ([first = '', ...cells]: readonly string[]): string =>
  [first.padEnd(FIRST_WIDTH), ...cells.map((cell, column) => `  ${cell.padEnd(WIDTHS[column] ?? 0)}`)]
    .join('')
    .trimEnd()

/** Three significant digits. */
export const digits = (value: number): string =>
  Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
