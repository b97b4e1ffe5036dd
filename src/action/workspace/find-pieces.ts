/** A stretch of text that may begin and end inside of lines; columns count characters. */
export interface Piece {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface PieceOptions {
  /** Ends at which folding took white space away from `wanted`: there a line of the file has to begin or end. */
  readonly cut?: { readonly start: boolean; readonly end: boolean }
  /** Whether places that overlap count, each for itself. */
  readonly overlapping: boolean
}

/** More than anyone wants to be told; places that overlap can be as many as there are characters. */
const MOST_OVERLAPPING = 1000

/** All places of a text in lines, where `wanted` and the lines are folded alike. Pure. */
export function findPieces(
  lines: readonly string[],
  wanted: string,
  { cut = { start: false, end: false }, overlapping }: PieceOptions,
): Piece[] {
  const text = lines.join('\n')
  const pieces: Piece[] = []
  const advance = overlapping ? 1 : wanted.length
  let starts: readonly number[] | null = null
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + advance)) {
    starts ??= startsOf(lines)
    const end = at + wanted.length
    const line = lineAt(starts, at)
    const endLine = lineAt(starts, end)
    const piece = { line, column: at - (starts[line] ?? 0), endLine, endColumn: end - (starts[endLine] ?? 0) }
    if (cut.start && piece.column > 0) continue
    if (cut.end && piece.endColumn < (lines[endLine] ?? '').length) continue
    pieces.push(piece)
    if (overlapping && pieces.length >= MOST_OVERLAPPING) break
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
