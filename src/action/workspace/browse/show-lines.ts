import { countEscapes, UTF_8, UTF_16BE, UTF_16LE } from '../../text/encoding/codec.ts'
import type { Text } from '../../text/encoding/decode-text.ts'
import { countOf } from '../../text/format.ts'
import { countLines, findLineEnd, type Lines, splitLines } from '../edit/match/lines.ts'
import type { ShownRange } from '../files/read-files.ts'

const MAX_LINES = 2000
const MAX_LINE_LENGTH = 2000

export interface Range {
  /** First line, from 1. */
  readonly from?: number | undefined
  readonly lines?: number | undefined
  /** Where to begin in the first line, from 1. That line is then shown as far as there is room. */
  readonly column?: number | undefined
}

/** What is shown of a line. `next`: the column at which its rest begins; `null`: there is none. */
interface ShownLine {
  readonly text: string
  readonly next: number | null
}

export interface Shown {
  readonly text: string
  /** The lines that are shown completely; `null`: none. */
  readonly range: ShownRange | null
}

/**
 * The lines of a file as `<number><tab><text>`, up to a length, with notes on what was left out and what is invisible.
 * `inFull`: the file is to be read completely; otherwise only the beginning of a very long line (a minified file) is
 * shown. Pure.
 */
export function showLines(
  path: string,
  content: Text,
  range: Range,
  { maxLength, inFull = false }: { readonly maxLength: number; readonly inFull?: boolean },
): Shown {
  const { text, bom, endsWithCr } = content
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
  const requested = all.slice(from - 1, from - 1 + Math.min(range.lines ?? MAX_LINES, MAX_LINES))
  const isComplete = (index: number): boolean => inFull || (index === 0 && range.column !== undefined)
  const shown = takeWhileRoom(
    requested.map((line, index) => {
      const lineLength = isComplete(index) ? maxLength : Math.min(maxLength, MAX_LINE_LENGTH)
      return showLine(line, from + index, { column: index === 0 ? column : 1, maxLength: lineLength })
    }),
    maxLength,
  )
  const last = from + shown.length - 1
  const rest = isComplete(shown.length - 1) ? (shown.at(-1)?.next ?? null) : null
  const readOn = rest === null ? `from: ${last + 1}` : `from: ${last}, column: ${rest}`
  const notes = [
    ...(column > 1 ? [`Line ${from} is shown from column ${column} on.`] : []),
    ...(last < all.length || rest !== null
      ? [`Lines ${from} to ${last} of ${all.length}. Read on with ${readOn}.`]
      : []),
    ...noteEncoding(content),
    ...(endsWithCr ? [CR_NOTE] : noteEnds(file)),
    ...(bom ? ['The file starts with a byte order mark; edit keeps it.'] : []),
    ...(text.endsWith('\n') ? [] : ['The last line has no line end.']),
  ]
  const cut = shown.findIndex(({ next }) => next !== null)
  const complete = column > 1 ? 0 : cut === -1 ? shown.length : cut
  return {
    text: [...shown.map((line) => line.text), ...notes.map((note) => `[${note}]`)].join('\n'),
    range: complete === 0 ? null : { from, to: from + complete - 1, total: all.length },
  }
}

function noteEncoding({ text, codec, by }: Text): string[] {
  const isWide = codec === UTF_16LE || codec === UTF_16BE
  const isShown = isWide || (codec !== UTF_8 && /\P{ASCII}/u.test(text))
  const source =
    by === 'guess' ? ', guessed from its bytes' : by === '.editorconfig' ? ', as .editorconfig says' : ''
  const search =
    isWide && by !== '.editorconfig'
      ? 'search finds its text'
      : isWide
        ? 'search does not find its text'
        : 'search finds only ASCII in it'
  const broken = countEscapes(text)
  return [
    ...(isShown ? [`The file is in ${codec.name}${source}; edit keeps that, and ${search}.`] : []),
    ...(broken > 0
      ? [
          `\ufffd stands for ${countOf(broken, 'byte')} that no character has; edit keeps them. Do not copy it.`,
        ]
      : []),
  ]
}

const CR_NOTE = 'The lines end with CR; edit keeps that, and search takes the file for one line.'

function noteEnds(file: Lines): string[] {
  const hasLoneCr = file.lines.some((line) => line.includes('\r'))
  return [
    ...noteCrlf(file),
    ...(hasLoneCr ? ['It holds CR characters that end no line here: copy each as \\r.'] : []),
  ]
}

function noteCrlf(file: Lines): string[] {
  if (findLineEnd(file) === '\r\n') return ['The lines end with CRLF; edit keeps that.']
  return file.ends.includes('\r\n') ? ['Some lines end with CRLF; edit keeps that.'] : []
}

function showLine(line: string, number: number, at: { column: number; maxLength: number }): ShownLine {
  const start = at.column - 1
  const requested = start + at.maxLength
  // Two halves of one character, shown separately, would both be lost.
  const end = /^[\ud800-\udbff]$/.test(line.charAt(requested - 1)) ? requested - 1 : requested
  const text = `${number}\t${line.slice(start, end).toWellFormed()}`
  if (line.length <= end) return { text, next: null }
  const rest = `[… ${line.length - end} more characters: read from: ${number}, column: ${end + 1}]`
  return { text: text + rest, next: end + 1 }
}

/** The first lines that have room, and always one. */
function takeWhileRoom(lines: readonly ShownLine[], maxLength: number): readonly ShownLine[] {
  let room = maxLength
  const end = lines.findIndex(({ text }, index) => {
    room -= text.length + 1
    return room < 0 && index > 0
  })
  return lines.slice(0, end === -1 ? lines.length : end)
}
