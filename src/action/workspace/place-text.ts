import { findLastPiece } from './find-last-piece.ts'
import { findPieces, type Piece } from './find-pieces.ts'
import { RUN_FINDERS, type Run, type Step } from './find-runs.ts'
import { type FoldedLines, foldEnd, foldPlain } from './fold-lines.ts'
import type { Shift } from './shift-indent.ts'
import type { Lines } from './split-lines.ts'
import { type LastLine, type Wanted, withoutLastEnd } from './wanted.ts'

/** Whole lines of a file to be replaced: what the model takes them to be, and what it makes of them. */
export interface Placement {
  readonly at: number
  readonly old: readonly string[]
  readonly fresh: readonly string[]
  readonly shift: Shift
}

export interface Placed {
  readonly step: Step
  readonly placements: readonly Placement[]
  /** The line of each match, from 1. */
  readonly lines: readonly number[]
  readonly lastLine: LastLine
}

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
    if (last === null || !exactOnly) return fromPieces(file, wanted, { step: 'exact', pieces: exact, last })
    return { ...fromPieces(file, wanted, { step: 'exact', pieces: exact, last: null }), lastLine: 'left' }
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
  return last === null ? null : fromPieces(file, wanted, { step: 'line-end', pieces: [], last })
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
  return fromPieces(file, wanted, { step, pieces, last: whole })
}

interface Match extends Piece {
  readonly wanted: Wanted
}

interface FoundPieces {
  readonly step: Step
  readonly pieces: readonly Piece[]
  /** One more, of the text without its last line end. */
  readonly last: Piece | null
}

function fromPieces(file: Lines, wanted: Wanted, { step, pieces, last }: FoundPieces): Placed {
  const matches = pieces.map((piece): Match => ({ ...piece, wanted }))
  if (last !== null) matches.push({ ...last, wanted: withoutLastEnd(wanted) })
  const groups: Match[][] = []
  for (const match of matches) {
    const group = groups.at(-1)
    if (group?.at(-1)?.endLine === match.line) group.push(match)
    else groups.push([match])
  }
  return {
    step,
    placements: groups.map((group) => fromGroup(file, group)),
    lines: matches.map(({ line }) => line + 1),
    lastLine: last !== null && pieces.length > 0 ? 'matched' : 'no match',
  }
}

/** Matches that share lines become one placement of whole lines. */
function fromGroup({ lines }: Lines, group: readonly Match[]): Placement {
  const [first, last] = [group[0], group.at(-1)]
  const around = group.map(({ line, column }, index) => {
    const before = group[index - 1]
    return lines[line]?.slice(before?.endColumn ?? 0, column) ?? ''
  })
  const rest = lines[last?.endLine ?? 0]?.slice(last?.endColumn) ?? ''
  const fill = (textOf: (wanted: Wanted) => string): string[] =>
    (group.map(({ wanted }, index) => (around[index] ?? '') + textOf(wanted)).join('') + rest).split('\n')
  return {
    at: first?.line ?? 0,
    old: fill(({ old }) => old),
    fresh: fill(({ fresh }) => fresh),
    shift: (indent) => indent,
  }
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
      placements: runs.map(({ at, shift }) => ({ at, old: lines, fresh: put, shift })),
      lines: runs.map(({ at }) => at + 1),
      lastLine: 'no match',
    }
  }
  return null
}

function withoutOverlaps(runs: readonly Run[], length: number): readonly Run[] {
  let next = 0
  return runs.filter(({ at }) => {
    if (at < next) return false
    next = at + length
    return true
  })
}

/** Models add empty lines around what they quote; those that both texts have are not meant. */
function withoutBlankEdges({ old, fresh }: Wanted): Wanted {
  const lines = old.split('\n')
  const first = lines.findIndex(saysSomething)
  const last = lines.findLastIndex(saysSomething)
  if (first === -1) return { old, fresh }
  const head = lines
    .slice(0, first)
    .map((line) => `${line}\n`)
    .join('')
  const tail = lines
    .slice(last + 1)
    .map((line) => `\n${line}`)
    .join('')
  const hasBoth = fresh.startsWith(head) && fresh.endsWith(tail) && fresh.length >= head.length + tail.length
  if (!hasBoth) return { old, fresh }
  return {
    old: old.slice(head.length, old.length - tail.length),
    fresh: fresh.slice(head.length, fresh.length - tail.length),
  }
}

const saysSomething = (line: string): boolean => /[^ \t]/.test(line)
