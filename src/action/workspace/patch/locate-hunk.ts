import { type LineMatch, type LineMatches, type MatchLevel, matchLines } from '../edit/match/match-lines.ts'
import type { NormalizedLines } from '../edit/match/normalize-lines.ts'
import { indentOf } from '../edit/match/reindent.ts'
import type { Hunk } from './parse-v4a.ts'

export type LocatedHunk =
  | { readonly ok: true; readonly step: MatchLevel; readonly run: LineMatch; readonly old: readonly string[] }
  | { readonly ok: false; readonly problem: string; readonly old: readonly string[] }

export interface HunkOptions {
  /** The line after the hunk before it: hunks come in the order of the file. */
  readonly after: number
  readonly exactOnly: boolean
}

/** Where a hunk belongs: the one place where its lines stand, narrowed by its headers, its order and the end. Pure. */
export function locateHunk(
  folded: NormalizedLines,
  hunk: Hunk,
  { after, exactOnly }: HunkOptions,
): LocatedHunk {
  const old = hunk.lines.flatMap(({ kind, text }) => (kind === 'added' ? [] : [text]))
  if (old.length === 0) return placeAddition(folded, hunk)
  const blocks = findBlocks(folded, hunk.headers)
  const found = findInside(folded, old, { exactOnly, blocks }) ?? matchLines(folded, old, { exactOnly })
  if (found === null) return { ok: false, problem: 'do not occur in the file', old }
  const runs = narrow(folded, found, hunk, { after, length: old.length, blocks })
  const [run] = runs
  if (run !== undefined && runs.length === 1) return { ok: true, step: found.step, run, old }
  const lines = found.runs.map(({ at }) => at + 1)
  return {
    ok: false,
    problem: `occur ${lines.length} times, at lines ${lines.slice(0, 20).join(', ')}: add lines of context, or an @@ header, until they are unique`,
    old,
  }
}

/** What is the same outside of all that the headers open is not meant, if what differs in white space stands inside. */
function findInside(
  folded: NormalizedLines,
  old: readonly string[],
  { exactOnly, blocks }: { readonly exactOnly: boolean; readonly blocks: readonly Block[] },
): LineMatches | null {
  const inside = linesOf(blocks)
  const isMeant = ({ at }: LineMatch): boolean => inside.has(at)
  const found = blocks.length === 0 ? null : matchLines(folded, old, { exactOnly, isMeant })
  return found?.step === 'similar' ? null : found
}

/** Every line of the blocks, which may overlap and come in the order of their first lines. */
function linesOf(blocks: readonly Block[]): ReadonlySet<number> {
  const lines = new Set<number>()
  let next = 0
  for (const { from, to } of blocks) {
    for (let line = Math.max(next, from); line < to; line += 1) lines.add(line)
    next = Math.max(next, to)
  }
  return lines
}

/** Lines without context go to the end, which the format says; below a header they could go to two places. */
function placeAddition(folded: NormalizedLines, { headers }: Hunk): LocatedHunk {
  if (headers.length > 0) {
    return { ok: false, problem: 'have no line of context: add one that stands in the file', old: [] }
  }
  return { ok: true, step: 'exact', run: { at: folded.exact.length, shift: (indent) => indent }, old: [] }
}

function narrow(
  folded: NormalizedLines,
  { runs }: LineMatches,
  hunk: Hunk,
  {
    after,
    length,
    blocks,
  }: { readonly after: number; readonly length: number; readonly blocks: readonly Block[] },
): readonly LineMatch[] {
  if (runs.length === 1) return runs
  const atEnd = runs.filter(({ at }) => at + length === folded.exact.length)
  if (hunk.atEnd && atEnd.length === 1) return atEnd
  const [first] = blocks
  if (first !== undefined) {
    const inside = linesOf(blocks)
    const within = runs.filter(({ at }) => inside.has(at))
    if (within.length > 0) return within
    const below = runs.filter(({ at }) => at >= first.from)
    if (below.length > 0) return below
  }
  const later = runs.filter(({ at }) => at >= after)
  return later.length === 1 ? later : runs
}

interface Block {
  readonly from: number
  /** The line after its last one. */
  readonly to: number
}

/** What the headers open: each is looked for inside of what the one before it opens. */
function findBlocks(folded: NormalizedLines, headers: readonly string[]): readonly Block[] {
  if (headers.length === 0) return []
  return headers.reduce<readonly Block[]>(
    (blocks, header) =>
      blocks.flatMap((block) => findHeader(folded, header, block).map((from) => blockAt(folded, from))),
    [{ from: 0, to: folded.exact.length }],
  )
}

/** Lines that are the header; else lines that begin with it; else lines that hold it. */
function findHeader({ plainTrimmed }: NormalizedLines, header: string, { from, to }: Block): number[] {
  const text = header.trim()
  const inside = plainTrimmed.slice(from, to)
  const where = (isOne: (line: string) => boolean): number[] =>
    inside.flatMap((line, at) => (isOne(line) ? [from + at] : []))
  const equal = where((line) => line === text)
  if (equal.length > 0) return equal
  const begun = where((line) => line.startsWith(text))
  return begun.length > 0 ? begun : where((line) => line.includes(text))
}

/** The brace below a header, and the end of a header of several lines. */
const GOES_ON = /^\s*[{)\]]/

/** A heading of Markdown opens all up to the next one of its rank; any other line what is indented below it. */
function blockAt({ exact }: NormalizedLines, from: number): Block {
  const line = exact[from] ?? ''
  const rank = /^(#{1,6}) /.exec(line)?.[1]?.length
  const depth = indentOf(line).length
  const isOver = (one: string): boolean =>
    rank === undefined
      ? one.trim() !== '' && indentOf(one).length <= depth && !GOES_ON.test(one)
      : (/^(#{1,6}) /.exec(one)?.[1]?.length ?? 7) <= rank
  let to = from + 1
  while (to < exact.length && !isOver(exact[to] ?? '')) to += 1
  return { from, to }
}
