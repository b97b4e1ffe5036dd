import { findRanges } from './find-ranges.ts'
import { matchAtEof } from './match-at-eof.ts'
import { LINE_MATCHERS, type LineMatch, type MatchLevel } from './match-lines.ts'
import { matchRanges, type Placed } from './match-ranges.ts'
import { foldEnd, foldPlain, type NormalizedLines } from './normalize-lines.ts'
import { indentOf } from './reindent.ts'
import { type Replacement, withoutLastEnd } from './replacement.ts'
import type { Lines } from './split-lines.ts'
import { trimBlankLines } from './trim-blank-lines.ts'

interface PlaceOptions {
  /** Take every match, and none that overlaps another. */
  readonly all: boolean
  readonly exactOnly: boolean
}

/** Finds text in a file by the first step that finds any; only the exact one if there is nothing but white space. Pure. */
export function matchText(
  file: Lines,
  folded: NormalizedLines,
  wanted: Replacement,
  { all, exactOnly }: PlaceOptions,
): Placed | null {
  const overlapping = !all
  const runs = (one: Replacement, step: MatchLevel) => placeRuns(folded, one, step, overlapping)
  const bare = trimBlankLines(wanted)
  const exact = findRanges(folded.exact, wanted.old, { overlapping })
  if (exact.length > 0) {
    const last = all ? matchAtEof(folded.exact, wanted.old, exact) : null
    if (last === null || !exactOnly) return matchRanges(file, wanted, { step: 'exact', pieces: exact, last })
    return { ...matchRanges(file, wanted, { step: 'exact', pieces: exact, last: null }), lastLine: 'left' }
  }
  if (exactOnly || wanted.old.trim() === '') return null
  return (
    (all ? null : placeAtEnd(file, folded, wanted)) ??
    placeFolded(file, folded.ended, wanted, { step: 'line-end', fold: foldEnd, overlapping }) ??
    runs(wanted, 'indentation') ??
    placeFolded(file, folded.plain, wanted, { step: 'punctuation', fold: foldPlain, overlapping }) ??
    runs(wanted, 'punctuation') ??
    runs(bare, 'indentation') ??
    runs(bare, 'punctuation') ??
    runs(bare, 'similar')
  )
}

/** The model ends the last line, the file does not: the file goes on not ending it. */
function placeAtEnd(file: Lines, folded: NormalizedLines, wanted: Replacement): Placed | null {
  const last = matchAtEof(folded.exact, wanted.old)
  return last === null ? null : matchRanges(file, wanted, { step: 'line-end', pieces: [], last })
}

function placeFolded(
  file: Lines,
  lines: readonly string[],
  wanted: Replacement,
  { step, fold, overlapping }: { step: MatchLevel; fold: (line: string) => string; overlapping: boolean },
): Placed | null {
  const written = wanted.old.split('\n')
  const [first = '', last = ''] = [written[0], written.at(-1)]
  const cut = { start: first !== '' && first.trim() === '', end: last !== last.trimEnd() }
  const old = written.map(fold).join('\n')
  const pieces = findRanges(lines, old, { cut, overlapping })
  const atEnd = overlapping || cut.start ? null : matchAtEof(lines, old, pieces)
  if (pieces.length === 0 && atEnd === null) return null
  // A text that ends its line means all of it, white space at its end too.
  const whole = atEnd === null ? null : { ...atEnd, endColumn: file.lines[atEnd.endLine]?.length ?? 0 }
  return matchRanges(file, wanted, { step, pieces, last: whole })
}

function placeRuns(
  folded: NormalizedLines,
  wanted: Replacement,
  step: MatchLevel,
  overlapping: boolean,
): Placed | null {
  if (wanted.old.trim() === '') return null
  const isEnded = wanted.old.endsWith('\n')
  const { old, fresh } = withoutLastEnd(wanted)
  const lines = old.split('\n')
  const put = isEnded && wanted.fresh === '' ? [] : fresh.split('\n')
  for (const finder of LINE_MATCHERS.filter((one) => one.step === step)) {
    const found = finder.find(folded, lines)
    const runs = overlapping ? found : withoutOverlaps(found, lines.length)
    if (runs.length === 0) continue
    return {
      step,
      placements: runs.map((run) => ({
        at: run.at,
        old: lines,
        fresh: put,
        shift: isFitted(folded, run, lines, put) ? (indent) => indent : run.shift,
      })),
      lines: runs.map(({ at }) => at + 1),
      lastLine: 'no match',
    }
  }
  return null
}

/** Whether the model left out the indentation of what it quotes, but wrote that of the new text as the file needs it. */
function isFitted(
  { exact }: NormalizedLines,
  { at }: LineMatch,
  old: readonly string[],
  fresh: readonly string[],
): boolean {
  const first = old.findIndex(isText)
  const found = indentOf(exact[at + first] ?? '')
  const texts = fresh.filter(isText)
  const [begin] = texts
  if (begin === undefined || found === '' || indentOf(old[first] ?? '') !== '') return false
  return indentOf(begin) === found && texts.every((line) => line.startsWith(found))
}

const isText = (line: string): boolean => line.trim() !== ''

function withoutOverlaps(runs: readonly LineMatch[], length: number): readonly LineMatch[] {
  let next = 0
  return runs.filter(({ at }) => {
    if (at < next) return false
    next = at + length
    return true
  })
}
