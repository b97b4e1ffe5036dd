import { findPieces, type Piece } from './find-pieces.ts'
import { RUN_FINDERS, type Run, type Step } from './find-runs.ts'
import { type FoldedLines, foldEnd, foldPlain } from './fold-lines.ts'
import type { Shift } from './shift-indent.ts'
import type { Lines } from './split-lines.ts'

/** What the model wants in whose place; line ends are LF, but for a CRLF that it asks for in `fresh`. */
export interface Wanted {
  readonly old: string
  readonly fresh: string
}

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
  if (exact.length > 0) return fromPieces(file, wanted, 'exact', exact)
  if (exactOnly || wanted.old.trim() === '') return null
  return (
    placeAtEnd(file, folded, wanted) ??
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
  const { old, fresh } = withoutLastEnd(wanted)
  if (old === wanted.old || old === '' || file.lines.at(-1) === '') return null
  const last = file.lines.length - 1
  const atEnd = findPieces(folded.exact, old, { overlapping: true }).filter(
    ({ endLine, endColumn }) => endLine === last && endColumn === file.lines[last]?.length,
  )
  return atEnd.length === 0 ? null : fromPieces(file, { old, fresh }, 'line-end', atEnd)
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
  const pieces = findPieces(lines, written.map(fold).join('\n'), { cut, overlapping })
  return pieces.length === 0 ? null : fromPieces(file, wanted, step, pieces)
}

function fromPieces(file: Lines, wanted: Wanted, step: Step, pieces: readonly Piece[]): Placed {
  const groups: Piece[][] = []
  for (const piece of pieces) {
    const group = groups.at(-1)
    if (group?.at(-1)?.endLine === piece.line) group.push(piece)
    else groups.push([piece])
  }
  return {
    step,
    placements: groups.map((group) => fromGroup(file, wanted, group)),
    lines: pieces.map(({ line }) => line + 1),
  }
}

/** Matches that share lines become one placement of whole lines. */
function fromGroup({ lines }: Lines, wanted: Wanted, group: readonly Piece[]): Placement {
  const [first, last] = [group[0], group.at(-1)]
  const around = group.map(({ line, column }, index) => {
    const before = group[index - 1]
    return lines[line]?.slice(before?.endColumn ?? 0, column) ?? ''
  })
  const rest = lines[last?.endLine ?? 0]?.slice(last?.endColumn) ?? ''
  const fill = (text: string): string[] => (around.map((head) => head + text).join('') + rest).split('\n')
  return { at: first?.line ?? 0, old: fill(wanted.old), fresh: fill(wanted.fresh), shift: (indent) => indent }
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

function withoutLastEnd({ old, fresh }: Wanted): Wanted {
  if (!old.endsWith('\n')) return { old, fresh }
  return { old: old.slice(0, -1), fresh: fresh.endsWith('\n') ? fresh.slice(0, -1) : fresh }
}
