import { findLastPiece } from './find-last-piece.ts'
import { findPieces } from './find-pieces.ts'
import { RUN_FINDERS, type Run, type Step } from './find-runs.ts'
import { type FoldedLines, foldEnd, foldPlain } from './fold-lines.ts'
import { type Placed, placePieces } from './place-pieces.ts'
import { indentOf } from './shift-indent.ts'
import type { Lines } from './split-lines.ts'
import { type Wanted, withoutLastEnd } from './wanted.ts'
import { withoutBlankEdges } from './without-blank-edges.ts'

interface PlaceOptions {
  /** Take every match, and none that overlaps another. */
  readonly all: boolean
  readonly exactOnly: boolean
}

/** Finds text in a file by the first step that finds any; only the exact one if there is nothing but white space. Pure. */
export function placeText(
  file: Lines,
  folded: FoldedLines,
  wanted: Wanted,
  { all, exactOnly }: PlaceOptions,
): Placed | null {
  const overlapping = !all
  const runs = (one: Wanted, step: Step) => placeRuns(folded, one, step, overlapping)
  const bare = withoutBlankEdges(wanted)
  const exact = findPieces(folded.exact, wanted.old, { overlapping })
  if (exact.length > 0) {
    const last = all ? findLastPiece(folded.exact, wanted.old, exact) : null
    if (last === null || !exactOnly) return placePieces(file, wanted, { step: 'exact', pieces: exact, last })
    return { ...placePieces(file, wanted, { step: 'exact', pieces: exact, last: null }), lastLine: 'left' }
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
function placeAtEnd(file: Lines, folded: FoldedLines, wanted: Wanted): Placed | null {
  const last = findLastPiece(folded.exact, wanted.old)
  return last === null ? null : placePieces(file, wanted, { step: 'line-end', pieces: [], last })
}

function placeFolded(
  file: Lines,
  lines: readonly string[],
  wanted: Wanted,
  { step, fold, overlapping }: { step: Step; fold: (line: string) => string; overlapping: boolean },
): Placed | null {
  const written = wanted.old.split('\n')
  const [first = '', last = ''] = [written[0], written.at(-1)]
  const cut = { start: first !== '' && first.trim() === '', end: last !== last.trimEnd() }
  const old = written.map(fold).join('\n')
  const pieces = findPieces(lines, old, { cut, overlapping })
  const atEnd = overlapping || cut.start ? null : findLastPiece(lines, old, pieces)
  if (pieces.length === 0 && atEnd === null) return null
  // A text that ends its line means all of it, white space at its end too.
  const whole = atEnd === null ? null : { ...atEnd, endColumn: file.lines[atEnd.endLine]?.length ?? 0 }
  return placePieces(file, wanted, { step, pieces, last: whole })
}

function placeRuns(folded: FoldedLines, wanted: Wanted, step: Step, overlapping: boolean): Placed | null {
  if (wanted.old.trim() === '') return null
  const isEnded = wanted.old.endsWith('\n')
  const { old, fresh } = withoutLastEnd(wanted)
  const lines = old.split('\n')
  const put = isEnded && wanted.fresh === '' ? [] : fresh.split('\n')
  for (const finder of RUN_FINDERS.filter((one) => one.step === step)) {
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
  { exact }: FoldedLines,
  { at }: Run,
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

function withoutOverlaps(runs: readonly Run[], length: number): readonly Run[] {
  let next = 0
  return runs.filter(({ at }) => {
    if (at < next) return false
    next = at + length
    return true
  })
}
