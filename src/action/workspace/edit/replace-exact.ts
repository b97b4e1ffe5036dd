import type { Spliced } from './change-lines.ts'
import { indexOfAll, MAX_REPORTED } from './match/find-ranges.ts'
import { isRemoval, type LastLine, type Replacement, withoutLastEnd } from './match/replacement.ts'

export interface ExactMatch {
  readonly level: 'exact'
  /** The line of each match, from 1. If only one is allowed, no more than need be reported. */
  readonly lines: readonly number[]
  readonly lastLine: LastLine
  /** Whether a match is removed with its line end. */
  readonly removesLines: boolean
  /** Replaces each match. An exact match is not shown to the model, so there are no ranges. */
  splice(): Spliced
}

/**
 * The common case, a text that is in the file byte for byte, without splitting the file into lines, which is slow for a
 * large file or very many matches. `null`: the text is not there, or the line ends are mixed, and each has to be looked
 * at. Pure.
 */
export function replaceExact(
  text: string,
  replacement: Replacement,
  { all, exactOnly }: { readonly all: boolean; readonly exactOnly: boolean },
): ExactMatch | null {
  const unix = toUnixText(text, replacement)
  if (unix === null) return null
  const { old } = unix.replacement
  const offsets = indexOfAll(unix.text, old, {
    advance: all ? old.length : 1,
    max: all ? Number.POSITIVE_INFINITY : MAX_REPORTED + 1,
  })
  if (offsets.length === 0) return null
  const atEof = all ? findAtEof(unix.text, old, (offsets.at(-1) ?? 0) + old.length) : null
  const last = exactOnly ? null : atEof
  return {
    level: 'exact',
    lines: linesAt(unix.text, last === null ? offsets : [...offsets, last]),
    lastLine: atEof === null ? 'no match' : last === null ? 'left' : 'matched',
    removesLines: offsets.some((offset) => removedEnd(unix.text, offset, unix.replacement) > 0),
    splice() {
      const start =
        last === null ? unix.text : unix.text.slice(0, last) + withoutLastEnd(unix.replacement).new
      return { text: unix.toFile(splice(start, offsets, unix.replacement)), ranges: [] }
    },
  }
}

/** The offset of a match whose line end is missing at the end of the file; `null`: there is none. */
function findAtEof(text: string, old: string, from: number): number | null {
  if (!old.endsWith('\n') || old === '\n' || text.endsWith('\n')) return null
  const bare = old.slice(0, -1)
  const at = text.length - bare.length
  return at >= from && text.endsWith(bare) ? at : null
}

interface UnixText {
  readonly text: string
  readonly replacement: Replacement
  /** Restores the line ends of the file. */
  toFile(text: string): string
}

/** Everything with LF, if that can be undone without knowing which line had which end. */
function toUnixText(text: string, replacement: Replacement): UnixText | null {
  const unchanged: UnixText = { text, replacement, toFile: (changed) => changed }
  const both = replacement.old + replacement.new
  if (!/[\r\n]/.test(both)) return unchanged
  if (!text.includes('\r')) return both.includes('\r') ? null : unchanged
  const unix = text.replaceAll('\r\n', '\n')
  const put = replacement.new.replaceAll('\r\n', '\n')
  if (unix.includes('\r') || /(?<!\r)\n/.test(text) || replacement.old.includes('\r') || put.includes('\r'))
    return null
  return {
    text: unix,
    replacement: { old: replacement.old, new: put },
    toFile: (changed) => changed.replaceAll('\n', '\r\n'),
  }
}

function linesAt(text: string, offsets: readonly number[]): number[] {
  let line = 1
  let end = text.indexOf('\n')
  return offsets.map((offset) => {
    while (end !== -1 && end < offset) {
      line += 1
      end = text.indexOf('\n', end + 1)
    }
    return line
  })
}

function splice(text: string, offsets: readonly number[], replacement: Replacement): string {
  const parts: string[] = []
  let next = 0
  for (const offset of offsets) {
    parts.push(text.slice(next, offset), replacement.new)
    next = offset + replacement.old.length + removedEnd(text, offset, replacement)
  }
  parts.push(text.slice(next))
  return parts.join('')
}

/** Characters of the line end that is removed with a match, if the match is complete lines that are removed. */
function removedEnd(text: string, offset: number, replacement: Replacement): number {
  if (!isRemoval(replacement) || (offset > 0 && text[offset - 1] !== '\n')) return 0
  const end = offset + replacement.old.length
  if (text.startsWith('\r\n', end)) return 2
  return text[end] === '\n' ? 1 : 0
}
