import { type LineMatch, type LineMatches, type MatchLevel, matchLines } from '../edit/match/match-lines.ts'
import type { NormalizedLines } from '../edit/match/normalize-lines.ts'
import { indentOf } from '../edit/match/reindent.ts'
import type { Hunk } from './parse-v4a.ts'

export type LocatedHunk =
  | {
      readonly ok: true
      readonly level: MatchLevel
      readonly match: LineMatch
      readonly old: readonly string[]
    }
  | { readonly ok: false; readonly problem: string; readonly old: readonly string[] }

export interface HunkOptions {
  /** The line after the previous hunk: hunks are in file order. */
  readonly after: number
  readonly exactOnly: boolean
}

/** The only place that has the lines of a hunk, narrowed by its headers, by its order and by `*** End of File`. Pure. */
export function locateHunk(
  file: NormalizedLines,
  hunk: Hunk,
  { after, exactOnly }: HunkOptions,
): LocatedHunk {
  const old = hunk.lines.flatMap(({ kind, text }) => (kind === 'added' ? [] : [text]))
  if (old.length === 0) return locateAddition(file, hunk)
  const blocks = findBlocks(file, hunk.headers)
  const found = findInside(file, old, { exactOnly, blocks }) ?? matchLines(file, old, { exactOnly })
  if (found === null) return { ok: false, problem: 'do not occur in the file', old }
  const matches = narrow(file, found, hunk, { after, length: old.length, blocks })
  const [match] = matches
  if (match !== undefined && matches.length === 1) return { ok: true, level: found.level, match, old }
  const lines = found.matches.map(({ at }) => at + 1)
  return {
    ok: false,
    problem: `occur ${lines.length} times, at lines ${lines.slice(0, 20).join(', ')}: add lines of context, or an @@ header, until they are unique`,
    old,
  }
}

/** Inside the blocks of the headers. A match there that differs in white space is preferred to an exact one elsewhere. */
function findInside(
  file: NormalizedLines,
  old: readonly string[],
  { exactOnly, blocks }: { readonly exactOnly: boolean; readonly blocks: readonly Block[] },
): LineMatches | null {
  const inside = linesOf(blocks)
  const isMeant = ({ at }: LineMatch): boolean => inside.has(at)
  const found = blocks.length === 0 ? null : matchLines(file, old, { exactOnly, accept: isMeant })
  return found?.level === 'similar' ? null : found
}

/** Every line of the blocks, which may overlap and are in the order of their first lines. */
function linesOf(blocks: readonly Block[]): ReadonlySet<number> {
  const lines = new Set<number>()
  let next = 0
  for (const { from, to } of blocks) {
    for (let line = Math.max(next, from); line < to; line += 1) lines.add(line)
    next = Math.max(next, to)
  }
  return lines
}

/** Lines without context go to the end of the file, as the format says. Below a header, there are two places for them. */
function locateAddition(file: NormalizedLines, { headers }: Hunk): LocatedHunk {
  if (headers.length > 0) {
    return { ok: false, problem: 'have no line of context: add one that stands in the file', old: [] }
  }
  return { ok: true, level: 'exact', match: { at: file.exact.length, reindent: (indent) => indent }, old: [] }
}

function narrow(
  file: NormalizedLines,
  { matches }: LineMatches,
  hunk: Hunk,
  {
    after,
    length,
    blocks,
  }: { readonly after: number; readonly length: number; readonly blocks: readonly Block[] },
): readonly LineMatch[] {
  if (matches.length === 1) return matches
  const atEnd = matches.filter(({ at }) => at + length === file.exact.length)
  if (hunk.atEnd && atEnd.length === 1) return atEnd
  const [first] = blocks
  if (first !== undefined) {
    const inside = linesOf(blocks)
    const within = matches.filter(({ at }) => inside.has(at))
    if (within.length > 0) return within
    const below = matches.filter(({ at }) => at >= first.from)
    if (below.length > 0) return below
  }
  const later = matches.filter(({ at }) => at >= after)
  return later.length === 1 ? later : matches
}

interface Block {
  readonly from: number
  /** The line after its last one. */
  readonly to: number
}

/** The blocks that the headers open. Each header is located inside the block of the one before it. */
function findBlocks(file: NormalizedLines, headers: readonly string[]): readonly Block[] {
  if (headers.length === 0) return []
  return headers.reduce<readonly Block[]>(
    (blocks, header) =>
      blocks.flatMap((block) => findHeader(file, header, block).map((from) => blockAt(file, from))),
    [{ from: 0, to: file.exact.length }],
  )
}

/** Lines that are equal to the header, or else begin with it, or else contain it. */
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
const CONTINUES = /^\s*[{)\]]/

/** A Markdown heading opens everything up to the next one of its rank; any other line what is indented below it. */
function blockAt({ exact }: NormalizedLines, from: number): Block {
  const line = exact[from] ?? ''
  const rank = /^(#{1,6}) /.exec(line)?.[1]?.length
  const depth = indentOf(line).length
  const isOver = (one: string): boolean =>
    rank === undefined
      ? one.trim() !== '' && indentOf(one).length <= depth && !CONTINUES.test(one)
      : (/^(#{1,6}) /.exec(one)?.[1]?.length ?? 7) <= rank
  let to = from + 1
  while (to < exact.length && !isOver(exact[to] ?? '')) to += 1
  return { from, to }
}
