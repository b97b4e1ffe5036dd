import { findLineEnd, toWindowsLines } from './decode-text.ts'
import { findNearestLine } from './find-nearest-line.ts'

export interface Replacement {
  readonly old: string
  readonly new: string
  /** Replace every match instead of insisting on exactly one. */
  readonly all: boolean
}

export type Replaced =
  | { readonly ok: true; readonly text: string; readonly lines: readonly number[] }
  | { readonly ok: false; readonly problem: string }

const LINES_NAMED = 20

/** Exchanges one exact piece of text for another; every byte outside of it stays. Pure. */
export function replaceText(text: string, replacement: Replacement): Replaced {
  const refuse = (problem: string): Replaced => ({ ok: false, problem })
  if (replacement.old === '')
    return refuse('`old` is empty. Use write to create a file or replace all of it.')
  if (replacement.old === replacement.new) return refuse('`old` and `new` are the same: nothing to change.')
  const { old, fresh } = fitLineEnds(text, replacement)
  const starts = findAll(text, old)
  if (starts.length === 0) return refuse(`\`old\` does not occur in the file. ${findNearestLine(text, old)}`)
  const lines = numberLines(text, starts)
  if (starts.length > 1 && !replacement.all) {
    return refuse(
      `\`old\` occurs ${starts.length} times, at lines ${nameLines(lines)}. Add lines around it until it is unique, or set all: true.`,
    )
  }
  return { ok: true, text: splice(text, starts, old.length, fresh), lines }
}

/** Models write LF. In a file with CRLF what they write has to be matched, and inserted, as CRLF. */
function fitLineEnds(text: string, replacement: Replacement): { old: string; fresh: string } {
  const windows = toWindowsLines(replacement.old)
  if (windows !== replacement.old && !text.includes(replacement.old) && text.includes(windows)) {
    return { old: windows, fresh: toWindowsLines(replacement.new) }
  }
  const inWindowsText = !/(?<!\r)\n/.test(replacement.old) && findLineEnd(text) === '\r\n'
  return { old: replacement.old, fresh: inWindowsText ? toWindowsLines(replacement.new) : replacement.new }
}

function findAll(text: string, part: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) starts.push(at)
  return starts
}

function splice(text: string, starts: readonly number[], length: number, fresh: string): string {
  const pieces: string[] = []
  let end = 0
  for (const start of starts) {
    pieces.push(text.slice(end, start), fresh)
    end = start + length
  }
  return pieces.join('') + text.slice(end)
}

function numberLines(text: string, starts: readonly number[]): number[] {
  let line = 1
  let from = 0
  return starts.map((start) => {
    line += text.slice(from, start).split('\n').length - 1
    from = start
    return line
  })
}

export const nameLines = (lines: readonly number[]): string =>
  lines.length <= LINES_NAMED
    ? lines.join(', ')
    : `${lines.slice(0, LINES_NAMED).join(', ')} and ${lines.length - LINES_NAMED} more`
