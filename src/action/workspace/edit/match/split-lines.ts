/** The lines of a text and their line ends. The last line, behind the last line end, has none. */
export interface Lines {
  readonly lines: readonly string[]
  readonly ends: readonly ('\n' | '\r\n' | '')[]
}

/** Splits a text into lines and their ends, mixed line ends included, so that both together give it back. Pure. */
export function splitLines(text: string): Lines {
  const lines: string[] = []
  const ends: ('\n' | '\r\n' | '')[] = []
  let from = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
    const isWindows = at > from && text.charCodeAt(at - 1) === 13
    lines.push(text.slice(from, isWindows ? at - 1 : at))
    ends.push(isWindows ? '\r\n' : '\n')
    from = at + 1
  }
  lines.push(text.slice(from))
  ends.push('')
  return { lines, ends }
}

/** The line end of most lines. */
export function findLineEnd({ ends }: Lines): '\n' | '\r\n' {
  const windows = ends.filter((end) => end === '\r\n').length
  return windows * 2 > ends.length - 1 ? '\r\n' : '\n'
}

/** The number of lines as a person counts them: an empty text behind the last line end is no line. */
export const countLines = ({ lines }: Lines): number => lines.length - (lines.at(-1) === '' ? 1 : 0)
