import { countOf } from '../../text/format.ts'
import { countLines, findLineEnd, type Lines, splitLines } from '../edit/match/split-lines.ts'
import type { ShownRange } from '../files/read-files.ts'
import type { Text } from '../files/text-encoding.ts'

const LINES_AT_ONCE = 2000
const LINE_LENGTH = 2000

export interface Range {
  /** First line, from 1. */
  readonly from?: number
  readonly lines?: number
  /** Where in the first line to begin, from 1; that line is then shown as far as there is room. */
  readonly column?: number
}

/** What is shown of one line; `next`: the column at which its rest begins, `null` where there is none. */
interface Piece {
  readonly text: string
  readonly next: number | null
}

export interface Shown {
  readonly text: string
  /** What was shown in full; `null`: nothing was. */
  readonly range: ShownRange | null
}

/**
 * The lines of a file as `<number><tab><text>`, at most so many characters of it, with a note on what was left out and
 * what cannot be seen. `inFull`: a file that is to be read as a whole; else a very long line (a minified file) shows its
 * beginning only. Pure.
 */
export function showLines(
  path: string,
  { text, bom }: Text,
  range: Range,
  { most, inFull = false }: { readonly most: number; readonly inFull?: boolean },
): Shown {
  const file = splitLines(text)
  const all = file.lines.slice(0, countLines(file))
  const from = range.from ?? 1
  if (all.length === 0) return { text: `${path} is empty.`, range: { from: 1, to: 0, total: 0 } }
  if (from > all.length) {
    return { text: `${path} has only ${countOf(all.length, 'line')}.`, range: null }
  }
  const column = range.column ?? 1
  const length = all[from - 1]?.length ?? 0
  if (column > Math.max(length, 1)) {
    return { text: `Line ${from} of ${path} has only ${countOf(length, 'character')}.`, range: null }
  }
  const wanted = all.slice(from - 1, from - 1 + Math.min(range.lines ?? LINES_AT_ONCE, LINES_AT_ONCE))
  const isAskedFor = (index: number): boolean => inFull || (index === 0 && range.column !== undefined)
  const shown = takeWhileRoom(
    wanted.map((line, index) => {
      const length = isAskedFor(index) ? most : Math.min(most, LINE_LENGTH)
      return showPiece(line, from + index, { column: index === 0 ? column : 1, most: length })
    }),
    most,
  )
  const last = from + shown.length - 1
  const rest = isAskedFor(shown.length - 1) ? (shown.at(-1)?.next ?? null) : null
  const readOn = rest === null ? `from: ${last + 1}` : `from: ${last}, column: ${rest}`
  const notes = [
    ...(column > 1 ? [`Line ${from} is shown from column ${column} on.`] : []),
    ...(last < all.length || rest !== null
      ? [`Lines ${from} to ${last} of ${all.length}. Read on with ${readOn}.`]
      : []),
    ...noteEnds(file),
    ...(bom ? ['The file starts with a byte order mark; edit keeps it.'] : []),
    ...(text.endsWith('\n') ? [] : ['The last line has no line end.']),
  ]
  const cut = shown.findIndex(({ next }) => next !== null)
  const whole = column > 1 ? 0 : cut === -1 ? shown.length : cut
  return {
    text: [...shown.map((piece) => piece.text), ...notes.map((note) => `[${note}]`)].join('\n'),
    range: whole === 0 ? null : { from, to: from + whole - 1, total: all.length },
  }
}

function noteEnds(file: Lines): string[] {
  const alone = file.lines.some((line) => line.includes('\r'))
  return [
    ...noteWindows(file),
    ...(alone ? ['It holds CR characters that end no line here: copy each as \\r.'] : []),
  ]
}

function noteWindows(file: Lines): string[] {
  if (findLineEnd(file) === '\r\n') return ['The lines end with CRLF; edit keeps that.']
  return file.ends.includes('\r\n') ? ['Some lines end with CRLF; edit keeps that.'] : []
}

function showPiece(line: string, number: number, at: { column: number; most: number }): Piece {
  const start = at.column - 1
  const wanted = start + at.most
  // Two halves of one character, shown in two pieces, would both be lost.
  const end = /^[\ud800-\udbff]$/.test(line.charAt(wanted - 1)) ? wanted - 1 : wanted
  const text = `${number}\t${line.slice(start, end).toWellFormed()}`
  if (line.length <= end) return { text, next: null }
  const rest = `[… ${line.length - end} more characters: read from: ${number}, column: ${end + 1}]`
  return { text: text + rest, next: end + 1 }
}

/** Whole pieces as long as there is room, and always the first. */
function takeWhileRoom(pieces: readonly Piece[], most: number): readonly Piece[] {
  let room = most
  const end = pieces.findIndex(({ text }, index) => {
    room -= text.length + 1
    return room < 0 && index > 0
  })
  return pieces.slice(0, end === -1 ? pieces.length : end)
}
