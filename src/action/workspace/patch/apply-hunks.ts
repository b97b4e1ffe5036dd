import type { Aligned } from '../../text/align-lines.ts'
import { type LineChange, type Spliced, spliceLines, toChange } from '../edit/change-lines.ts'
import { diagnoseMiss } from '../edit/diagnose-miss.ts'
import { countLines, type NormalizedLines, normalizeLines, splitLines } from '../edit/match/lines.ts'
import type { MatchLevel } from '../edit/match/match-lines.ts'
import { adviseExact, type ReplaceOptions } from '../edit/replace-text.ts'
import { type HunkOptions, type LocatedHunk, locateHunk } from './locate-hunk.ts'
import type { Hunk, HunkLine } from './parse-v4a.ts'

export type AppliedHunks =
  | ({
      readonly ok: true
      /** Of each hunk, in file order. */
      readonly levels: readonly MatchLevel[]
      /** Of each hunk: the header whose block does not contain it; `null`: none. */
      readonly outsideOf: readonly (string | null)[]
    } & Spliced)
  | { readonly ok: false; readonly problem: string }

interface LocatedChange {
  readonly level: MatchLevel
  readonly outsideOf: string | null
  readonly change: LineChange
}

/** Applies all hunks of a file, or none. Each is located in the original text. Pure. */
export function applyHunks(text: string, hunks: readonly Hunk[], options: ReplaceOptions = {}): AppliedHunks {
  const exactOnly = options.exactOnly === true || options.isLarge === true
  const file = splitLines(text)
  // An empty text behind the last line end is no line to a patch.
  const normalized = normalizeLines(file.lines.slice(0, countLines(file)))
  const located: LocatedChange[] = []
  let after = 0
  for (const [index, written] of hunks.entries()) {
    const [hunk, found] = locateLeniently(normalized, written, { after, exactOnly })
    if (!found.ok) {
      const missing = isMissing(found)
      const advice = exactOnly
        ? adviseExact(options)
        : diagnoseMiss(normalized.exact, { old: found.old.join('\n'), new: textAfter(hunk) })
      const end = missing ? `. ${advice}` : '.'
      return refuse(`the lines of hunk ${index + 1}${nameHunk(hunk)} ${found.problem}${end}`)
    }
    const { at, reindent } = found.match
    const change = toChange(file, { at, old: found.old, reindent, aligned: alignHunk(hunk.lines) })
    located.push({ level: found.level, outsideOf: found.outsideOf, change })
    after = at + found.old.length
  }
  const inOrder = located.toSorted((a, b) => a.change.at - b.change.at)
  const clash = inOrder.findIndex(({ change }, index) => {
    const before = inOrder[index - 1]?.change
    return before !== undefined && before.at + before.count > change.at
  })
  if (clash !== -1)
    return refuse(`two hunks meet at line ${(inOrder[clash]?.change.at ?? 0) + 1}. Make them one.`)
  const spliced = spliceLines(
    file,
    inOrder.map(({ change }) => change),
  )
  if (spliced.text === text && hunks.length > 0) return refuse('the hunks change nothing.')
  return {
    ok: true,
    levels: inOrder.map(({ level }) => level),
    outsideOf: inOrder.map(({ outsideOf }) => outsideOf),
    ...spliced,
  }
}

/** Models add an empty line of context at the end of a hunk, for the end of the file or between two hunks. */
function locateLeniently(
  normalized: NormalizedLines,
  hunk: Hunk,
  options: HunkOptions,
): readonly [Hunk, LocatedHunk] {
  const found = locateHunk(normalized, hunk, options)
  const bare = { ...hunk, lines: withoutBlankContext(hunk.lines) }
  const isOther = bare.lines.length < hunk.lines.length && bare.lines.some(({ kind }) => kind !== 'added')
  if (!isMissing(found) || !isOther || options.exactOnly) return [hunk, found]
  const again = locateHunk(normalized, bare, options)
  return again.ok ? [bare, again] : [hunk, found]
}

function withoutBlankContext(lines: readonly HunkLine[]): readonly HunkLine[] {
  const isMeant = ({ kind, text }: HunkLine): boolean => kind !== 'kept' || text.trim() !== ''
  return lines.slice(Math.max(0, lines.findIndex(isMeant)), lines.findLastIndex(isMeant) + 1)
}

const isMissing = (found: LocatedHunk): boolean => !found.ok && found.problem.startsWith('do not occur')

const refuse = (problem: string): AppliedHunks => ({ ok: false, problem })

const textAfter = ({ lines }: Hunk): string =>
  lines.flatMap(({ kind, text }) => (kind === 'removed' ? [] : [text])).join('\n')

function nameHunk({ lines }: Hunk): string {
  const first = lines.find(({ kind, text }) => kind !== 'added' && text.trim() !== '')
  return first === undefined ? '' : ` (${JSON.stringify(first.text.slice(0, 120).toWellFormed())} …)`
}

/** A hunk says which lines stay. If it adds as many lines as it removes before them, they replace each other one by one. */
function alignHunk(lines: readonly HunkLine[]): Aligned[] {
  const aligned: Aligned[] = []
  let old = 0
  for (let index = 0; index < lines.length; ) {
    const from = index
    while (lines[index] !== undefined && lines[index]?.kind !== 'kept') index += 1
    const group = lines.slice(from, index)
    const added = group.filter(({ kind }) => kind === 'added')
    const removed = group.length - added.length
    for (const [n, { text }] of added.entries()) {
      const near = Math.max(0, old + Math.min(n, Math.max(0, removed - 1)))
      aligned.push({ text, insteadOf: added.length === removed ? old + n : null, near })
    }
    old += removed
    if (lines[index]?.kind === 'kept') {
      aligned.push({ kept: old })
      old += 1
      index += 1
    }
  }
  return aligned
}
