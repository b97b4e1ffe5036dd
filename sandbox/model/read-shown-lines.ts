/** What the agent's read tool showed of a file. */
export interface ShownLines {
  readonly lines: readonly string[]
  /** Number of the last line shown; 0 where none was. */
  readonly last: number
  /** Lines of the whole file. */
  readonly total: number
  readonly endsLine: boolean
}

/** Takes apart `number, tab, text` lines and the notes in brackets behind them. */
export function readShownLines(result: string): ShownLines {
  const shown = [...result.matchAll(/^(\d+)\t(.*)$/gm)]
  const last = Number(shown.at(-1)?.[1] ?? 0)
  const total = /^\[Lines \d+ to \d+ of (\d+)\./m.exec(result)
  return {
    lines: shown.map((line) => line[2] ?? ''),
    last,
    total: total ? Number(total[1]) : last,
    endsLine: !/^\[The last line has no line end\.\]$/m.test(result),
  }
}

/** The tool cuts very long lines; what it cut cannot be acted on. */
export const isCutLine = (line: string): boolean => /\[… \d+ more characters\]$/.test(line)
