import { MOST_TOLD } from './match/find-ranges.ts'
import { indexOfAll } from './match/index-of-all.ts'
import { type LastLine, type Replacement, withoutLastEnd } from './match/replacement.ts'
import type { Spliced } from './splice-lines.ts'

export interface Exact {
  readonly step: 'exact'
  /** The line of each match, from 1; where only one is meant, no more of them than need be told. */
  readonly lines: readonly number[]
  readonly lastLine: LastLine
  /** Puts `fresh` in place of each match. Nobody is shown where an exact match was, so the ranges are left out. */
  splice(): Spliced
}

/**
 * The common case without taking the text apart into lines, which a large file or very many matches make slow: what
 * stands in the file to the byte. `null`: it does not, or the line ends are of two kinds, so that each has to be looked
 * at. Pure.
 */
export function replaceExact(
  text: string,
  wanted: Replacement,
  { all, exactOnly }: { readonly all: boolean; readonly exactOnly: boolean },
): Exact | null {
  const plain = toPlain(text, wanted)
  if (plain === null) return null
  const { old, fresh } = plain.wanted
  const offsets = indexOfAll(plain.text, old, {
    advance: all ? old.length : 1,
    most: all ? Number.POSITIVE_INFINITY : MOST_TOLD + 1,
  })
  if (offsets.length === 0) return null
  const unended = all ? findUnended(plain.text, old, (offsets.at(-1) ?? 0) + old.length) : null
  const last = exactOnly ? null : unended
  return {
    step: 'exact',
    lines: linesAt(plain.text, last === null ? offsets : [...offsets, last]),
    lastLine: unended === null ? 'no match' : last === null ? 'left' : 'matched',
    splice() {
      const start =
        last === null ? plain.text : plain.text.slice(0, last) + withoutLastEnd(plain.wanted).fresh
      return { text: plain.toFile(splice(start, offsets, old.length, fresh)), ranges: [] }
    },
  }
}

function findUnended(text: string, old: string, from: number): number | null {
  if (!old.endsWith('\n') || old === '\n' || text.endsWith('\n')) return null
  const bare = old.slice(0, -1)
  const at = text.length - bare.length
  return at >= from && text.endsWith(bare) ? at : null
}

interface Plain {
  readonly text: string
  readonly wanted: Replacement
  /** Gives the text the line ends of the file. */
  toFile(text: string): string
}

/** All with LF, where that can be undone without knowing which line end was which. */
function toPlain(text: string, wanted: Replacement): Plain | null {
  const asItIs: Plain = { text, wanted, toFile: (changed) => changed }
  const both = wanted.old + wanted.fresh
  if (!/[\r\n]/.test(both)) return asItIs
  if (!text.includes('\r')) return both.includes('\r') ? null : asItIs
  const unix = text.replaceAll('\r\n', '\n')
  const fresh = wanted.fresh.replaceAll('\r\n', '\n')
  if (unix.includes('\r') || /(?<!\r)\n/.test(text) || wanted.old.includes('\r') || fresh.includes('\r'))
    return null
  return {
    text: unix,
    wanted: { old: wanted.old, fresh },
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

function splice(text: string, offsets: readonly number[], length: number, fresh: string): string {
  const pieces: string[] = []
  let next = 0
  for (const offset of offsets) {
    pieces.push(text.slice(next, offset), fresh)
    next = offset + length
  }
  pieces.push(text.slice(next))
  return pieces.join('')
}
