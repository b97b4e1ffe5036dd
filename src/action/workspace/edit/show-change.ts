import { splitLines } from './match/split-lines.ts'

const AROUND = 2
/** Of one place. The middle of a longer one is left out. */
const MAX_LINES = 12
const MAX_PLACES = 3
const LINE_LENGTH = 200

/** The lines around the changes of a text, numbered, shortened. Pure. */
export function showChange(
  text: string,
  ranges: readonly { readonly from: number; readonly to: number }[],
): string {
  const { lines } = splitLines(text)
  const shown = ranges.slice(0, MAX_PLACES).map(({ from, to }) => {
    const first = Math.max(0, from - AROUND)
    const numbered = lines.slice(first, to + AROUND).map((line, index) => numberLine(first + index + 1, line))
    if (numbered.length <= MAX_LINES) return numbered.join('\n')
    return [...numbered.slice(0, MAX_LINES / 2), '…', ...numbered.slice(-MAX_LINES / 2)].join('\n')
  })
  const left = ranges.length - shown.length
  return [...shown, ...(left > 0 ? [`[${left} more places]`] : [])].join('\n…\n')
}

const numberLine = (number: number, line: string): string =>
  `${number}\t${line.slice(0, LINE_LENGTH).toWellFormed()}${line.length > LINE_LENGTH ? '…' : ''}`
