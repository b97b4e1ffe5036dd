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

/** Views of the lines of a file in which some differences disappear. Each is computed when it is first read. */
export interface NormalizedLines {
  readonly exact: readonly string[]
  /** Without white space at the end. */
  readonly endTrimmed: readonly string[]
  /** Without white space at either end. */
  readonly trimmed: readonly string[]
  /** As `endTrimmed`, with plain quotes, dashes and spaces. No character is added or removed, so columns stay valid. */
  readonly plain: readonly string[]
  readonly plainTrimmed: readonly string[]
}

export function normalizeLines(lines: readonly string[]): NormalizedLines {
  const views = new Map<(line: string) => string, readonly string[]>()
  const view = (normalize: (line: string) => string): readonly string[] => {
    const known = views.get(normalize) ?? lines.map(normalize)
    views.set(normalize, known)
    return known
  }
  return {
    exact: lines,
    get endTrimmed() {
      return view(trimLineEnd)
    },
    get trimmed() {
      return view(trim)
    },
    get plain() {
      return view(normalizePunctuation)
    },
    get plainTrimmed() {
      return view(normalizeTrimmed)
    },
  }
}

export const trimLineEnd = (line: string): string => line.trimEnd()
export const normalizePunctuation = (line: string): string => toPlain(line).trimEnd()
const trim = (line: string): string => line.trim()
const normalizeTrimmed = (line: string): string => toPlain(line).trim()

const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u02bc\uff07]/g
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\uff02]/g
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

function toPlain(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: any character outside ASCII
  if (!/[^\x00-\x7f]/.test(line)) return line
  return line
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replace(SPACES, ' ')
}
