import { indexOfAll } from './index-of-all.ts'

/** A stretch of text that may begin and end inside of lines; columns count characters. */
export interface TextRange {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface RangeOptions {
  /** Ends at which folding took white space away from `wanted`: there a line of the file has to begin or end. */
  readonly cut?: { readonly start: boolean; readonly end: boolean }
  /** Whether places that overlap count, each for itself. */
  readonly overlapping: boolean
}

/** More than anyone wants to be told; one that is found beyond stands for all others. */
export const MOST_TOLD = 1000

/** All places of a text in lines, where `wanted` and the lines are folded alike. Pure. */
export function findRanges(
  lines: readonly string[],
  wanted: string,
  { cut = { start: false, end: false }, overlapping }: RangeOptions,
): TextRange[] {
  const text = lines.join('\n')
  const isCut = cut.start || cut.end
  const offsets = indexOfAll(text, wanted, {
    advance: overlapping ? 1 : wanted.length,
    most: overlapping && !isCut ? MOST_TOLD + 1 : Number.POSITIVE_INFINITY,
  })
  if (offsets.length === 0) return []
  const starts = startsOf(lines)
  const pieces: TextRange[] = []
  for (const at of offsets) {
    const end = at + wanted.length
    const line = lineAt(starts, at)
    const endLine = lineAt(starts, end)
    const piece = { line, column: at - (starts[line] ?? 0), endLine, endColumn: end - (starts[endLine] ?? 0) }
    if (cut.start && piece.column > 0) continue
    if (cut.end && piece.endColumn < (lines[endLine] ?? '').length) continue
    pieces.push(piece)
    if (overlapping && pieces.length > MOST_TOLD) break
  }
  return pieces
}

function startsOf(lines: readonly string[]): number[] {
  let start = 0
  return lines.map(({ length }) => {
    const here = start
    start += length + 1
    return here
  })
}

/** The last line that starts at the offset or before it. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
