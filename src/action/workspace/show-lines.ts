import { findLineEnd, type Text } from './decode-text.ts'

const LINES_AT_ONCE = 2000
const LINE_LENGTH = 2000
const CHARACTERS_AT_ONCE = 28_000

export interface Range {
  /** First line, from 1. */
  readonly from?: number
  readonly lines?: number
}

/** The lines of a file as `<number><tab><text>`, with a note on what was left out and what cannot be seen. Pure. */
export function showLines(path: string, { text, bom }: Text, range: Range): string {
  const all = splitLines(text)
  const from = range.from ?? 1
  if (all.length === 0) return `${path} is empty.`
  if (from > all.length) return `${path} has only ${all.length} lines.`
  const wanted = all.slice(from - 1, from - 1 + Math.min(range.lines ?? LINES_AT_ONCE, LINES_AT_ONCE))
  const shown = takeWhileRoom(wanted.map((line, index) => `${from + index}\t${clip(line)}`))
  const last = from + shown.length - 1
  const notes = [
    ...(last < all.length
      ? [`Lines ${from} to ${last} of ${all.length}. Read on with from: ${last + 1}.`]
      : []),
    ...(findLineEnd(text) === '\r\n' ? ['The lines end with CRLF; edit keeps that.'] : []),
    ...(bom ? ['The file starts with a byte order mark; edit keeps it.'] : []),
    ...(text.endsWith('\n') ? [] : ['The last line has no line end.']),
  ]
  return [...shown, ...notes.map((note) => `[${note}]`)].join('\n')
}

function splitLines(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const clip = (line: string): string =>
  line.length > LINE_LENGTH
    ? `${line.slice(0, LINE_LENGTH).toWellFormed()}[… ${line.length - LINE_LENGTH} more characters]`
    : line

function takeWhileRoom(lines: readonly string[]): string[] {
  let room = CHARACTERS_AT_ONCE
  const end = lines.findIndex((line, index) => {
    room -= line.length + 1
    return room < 0 && index > 0
  })
  return lines.slice(0, end === -1 ? lines.length : end)
}
