/** A part of a text that may begin and end within lines. Columns count characters. */
export interface TextRange {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

interface RangeOptions {
  /** Ends at which normalizing removed white space from the text: a line of the file must begin or end there. */
  readonly cut?: { readonly start: boolean; readonly end: boolean }
  /** Whether matches may overlap, each counting by itself. */
  readonly overlapping: boolean
}

/** Nobody needs to be told of more. If one more is found, it stands for all others. */
export const MAX_REPORTED = 1000

/** All matches of a text in lines that are normalized like it. Pure. */
export function findRanges(
  lines: readonly string[],
  sought: string,
  { cut = { start: false, end: false }, overlapping }: RangeOptions,
): TextRange[] {
  const text = lines.join('\n')
  const isCut = cut.start || cut.end
  const offsets = indexOfAll(text, sought, {
    advance: overlapping ? 1 : sought.length,
    max: overlapping && !isCut ? MAX_REPORTED + 1 : Number.POSITIVE_INFINITY,
  })
  if (offsets.length === 0) return []
  const starts = startsOf(lines)
  const ranges: TextRange[] = []
  for (const at of offsets) {
    const end = at + sought.length
    const line = lineAt(starts, at)
    const endLine = lineAt(starts, end)
    const range = { line, column: at - (starts[line] ?? 0), endLine, endColumn: end - (starts[endLine] ?? 0) }
    if (cut.start && range.column > 0) continue
    if (cut.end && range.endColumn < (lines[endLine] ?? '').length) continue
    ranges.push(range)
    if (overlapping && ranges.length > MAX_REPORTED) break
  }
  return ranges
}

/**
 * The match at the end of a file whose last line has no line end, for a text that has one: the text without its last
 * line end, behind the matches `before` it, which are in order. `null`: there is none. Pure.
 */
export function findRangeAtEof(
  lines: readonly string[],
  sought: string,
  before: readonly TextRange[] = [],
): TextRange | null {
  const endLine = lines.length - 1
  const last = lines[endLine] ?? ''
  if (last === '' || !sought.endsWith('\n') || sought === '\n') return null
  const parts = sought.slice(0, -1).split('\n')
  const line = endLine + 1 - parts.length
  const first = lines[line]
  const isThere =
    first?.endsWith(parts[0] ?? '') && parts.every((part, at) => at === 0 || lines[line + at] === part)
  if (first === undefined || !isThere) return null
  const column = first.length - (parts[0] ?? '').length
  const previous = before.at(-1)
  const isBehind =
    previous === undefined ||
    previous.endLine < line ||
    (previous.endLine === line && previous.endColumn <= column)
  return isBehind ? { line, column, endLine, endColumn: last.length } : null
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

/** `indexOf` takes minutes for a longer text that repeats itself: its work is the product of both lengths. */
const LONG = 256

interface FindOptions {
  /** How far behind the start of a match the search continues, at least 1. */
  readonly advance: number
  /** Stops after so many matches. */
  readonly max: number
}

/** The offsets of a text, not an empty one, in another, in order. The work is linear in both lengths. Pure. */
export function indexOfAll(text: string, sought: string, { advance, max }: FindOptions): number[] {
  const search = sought.length > LONG ? searchLong : searchShort
  const offsets: number[] = []
  for (const at of search(text, sought, advance)) {
    offsets.push(at)
    if (offsets.length >= max) break
  }
  return offsets
}

function* searchShort(text: string, sought: string, advance: number): Generator<number> {
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + advance)) yield at
}

/** The algorithm of Knuth, Morris and Pratt: after a mismatch, no character of the text is read again. */
function* searchLong(text: string, sought: string, advance: number): Generator<number> {
  const borders = bordersOf(sought)
  let next = 0
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && sought.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (sought.charCodeAt(matched) === code) matched += 1
    if (matched < sought.length) continue
    const start = at + 1 - matched
    if (start >= next) {
      yield start
      next = start + advance
    }
    matched = borders[matched - 1] ?? 0
  }
}

/** For each prefix of a text, the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (length > 0 && text.charCodeAt(length) !== code) length = borders[length - 1] ?? 0
    if (text.charCodeAt(length) === code) length += 1
    borders[at] = length
  }
  return borders
}
