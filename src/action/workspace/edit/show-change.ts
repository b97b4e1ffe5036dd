import { splitLines } from './match/split-lines.ts'

const AROUND = 2
/** Of one place; the middle of a longer one is left out. */
const LINES = 12
const PLACES = 3
const LINE_LENGTH = 200

/** The lines of a text around its changes, numbered, few and short: a look, not the file. Pure. */
export function showChange(
  text: string,
  ranges: readonly { readonly from: number; readonly to: number }[],
): string {
  const { lines } = splitLines(text)
  const shown = ranges.slice(0, PLACES).map(({ from, to }) => {
    const first = Math.max(0, from - AROUND)
    const numbered = lines.slice(first, to + AROUND).map((line, index) => numberLine(first + index + 1, line))
    if (numbered.length <= LINES) return numbered.join('\n')
    return [...numbered.slice(0, LINES / 2), '…', ...numbered.slice(-LINES / 2)].join('\n')
  })
  const left = ranges.length - shown.length
  return [...shown, ...(left > 0 ? [`[${left} more places]`] : [])].join('\n…\n')
}

const numberLine = (number: number, line: string): string =>
  `${number}\t${line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH).toWellFormed()}…` : line}`
