/** Ways to look at the lines of a file under which some differences vanish, each made when it is first asked for. */
export interface NormalizedLines {
  readonly exact: readonly string[]
  /** Without white space at the end. */
  readonly ended: readonly string[]
  /** Without white space at either end. */
  readonly trimmed: readonly string[]
  /** As `ended`, with plain quotes, dashes and spaces. Each character stays one, so that columns stay true. */
  readonly plain: readonly string[]
  readonly plainTrimmed: readonly string[]
}

export function normalizeLines(lines: readonly string[]): NormalizedLines {
  const views = new Map<(line: string) => string, readonly string[]>()
  const view = (fold: (line: string) => string): readonly string[] => {
    const known = views.get(fold) ?? lines.map(fold)
    views.set(fold, known)
    return known
  }
  return {
    exact: lines,
    get ended() {
      return view(foldEnd)
    },
    get trimmed() {
      return view(trim)
    },
    get plain() {
      return view(foldPlain)
    },
    get plainTrimmed() {
      return view(foldPlainTrimmed)
    },
  }
}

export const foldEnd = (line: string): string => line.trimEnd()
export const foldPlain = (line: string): string => toPlain(line).trimEnd()
const trim = (line: string): string => line.trim()
const foldPlainTrimmed = (line: string): string => toPlain(line).trim()

const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u02bc\uff07]/g
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\uff02]/g
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

function toPlain(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII is meant
  if (!/[^\x00-\x7f]/.test(line)) return line
  return line
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replace(SPACES, ' ')
}
