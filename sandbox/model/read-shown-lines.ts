/** The lines that the agent's read tool returned. */
export interface ShownLines {
  readonly lines: readonly ShownLine[]
  /** Where the next read continues; `null` at the end of the file. */
  readonly next: Place | null
  /** The number of lines in the file. */
  readonly total: number
  readonly endsLine: boolean
}

export interface ShownLine {
  readonly text: string
  /** Where the rest of a truncated line begins; `null` if the line is complete. */
  readonly rest: Place | null
}

/** A line number and a column. */
export interface Place {
  readonly from: number
  readonly column?: number
}

const CUT = /\[… \d+ more characters: read from: (\d+), column: (\d+)\]$/

/** Parses lines of number, tab and text, and the notes in brackets after them. */
export function readShownLines(result: string): ShownLines {
  const shown = [...result.matchAll(/^(\d+)\t(.*)$/gm)]
  const lines = shown.map((line) => readLine(line[2] ?? ''))
  const last = Number(shown.at(-1)?.[1] ?? 0)
  const total = Number(/^\[Lines \d+ to \d+ of (\d+)\./m.exec(result)?.[1] ?? last)
  const after = last > 0 && last < total ? { from: last + 1 } : null
  return {
    lines,
    next: lines.at(-1)?.rest ?? after,
    total,
    endsLine: !/^\[The last line has no line end\.\]$/m.test(result),
  }
}

function readLine(text: string): ShownLine {
  const cut = CUT.exec(text)
  if (cut === null) return { text, rest: null }
  return { text: text.slice(0, cut.index), rest: { from: Number(cut[1]), column: Number(cut[2]) } }
}
