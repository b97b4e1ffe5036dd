import { indexOfAll } from '../edit/match/find-ranges.ts'
import { type NormalizedLines, normalizePunctuation } from '../edit/match/lines.ts'
import { type LineMatch, type LineMatches, type MatchLevel, matchLines } from '../edit/match/match-lines.ts'
import { indentOf } from '../edit/match/reindent.ts'
import type { Hunk } from './parse-v4a.ts'

export type LocatedHunk =
  | {
      readonly ok: true
      readonly level: MatchLevel
      readonly match: LineMatch
      readonly old: readonly string[]
      /** The last header, if the match is behind its block; `null`: the match is inside, or there is no header. */
      readonly outsideOf: string | null
    }
  | { readonly ok: false; readonly problem: string; readonly old: readonly string[] }

export interface HunkOptions {
  /** The line after the previous hunk: hunks are in file order. */
  readonly after: number
  readonly exactOnly: boolean
}

/**
 * The only place that has the lines of a hunk, narrowed by its headers, by its order and by `*** End of File`. A header
 * that is not in the file refuses the hunk, even if its lines are unique: they may be those of another function. Pure.
 */
export function locateHunk(
  file: NormalizedLines,
  hunk: Hunk,
  { after, exactOnly }: HunkOptions,
): LocatedHunk {
  const old = hunk.lines.flatMap(({ kind, text }) => (kind === 'added' ? [] : [text]))
  const refuse = (problem: string): LocatedHunk => ({ ok: false, problem, old })
  if (old.length === 0) return locateAddition(file, hunk)
  const opened = openHeaders(file, hunk.headers)
  if (!opened.ok) return refuse(opened.problem)
  const { blocks } = opened
  const found = findInside(file, old, { exactOnly, blocks }) ?? matchLines(file, old, { exactOnly })
  if (found === null) return refuse('do not occur in the file')
  const below = found.matches.filter(({ at }) => at >= (blocks[0]?.from ?? 0))
  const header = hunk.headers.at(-1) ?? ''
  if (below.length === 0) {
    return refuse(`occur only above its header ${quoteHeader(header)}, at ${nameLines(found)}: ${FIX_HEADER}`)
  }
  const inside = linesOf(blocks)
  const matches = narrow(file, below, hunk, { after, length: old.length, inside })
  const [match] = matches
  if (match !== undefined && matches.length === 1) {
    const outsideOf = blocks.length > 0 && !inside.has(match.at) ? header : null
    return { ok: true, level: found.level, match, old, outsideOf }
  }
  return refuse(
    `occur ${found.matches.length} times, at ${nameLines(found)}: add lines of context, or an @@ header, until they are unique`,
  )
}

const FIX_HEADER = 'correct the header, or leave it out and add lines of context'

export const quoteHeader = (header: string): string => `\`${header.slice(0, 120).toWellFormed()}\``

function nameLines({ matches }: LineMatches): string {
  const lines = matches.slice(0, 20).map(({ at }) => at + 1)
  return `${matches.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`
}

/** Inside the blocks of the headers. A match there that differs in white space is preferred to an exact one elsewhere. */
function findInside(
  file: NormalizedLines,
  old: readonly string[],
  { exactOnly, blocks }: { readonly exactOnly: boolean; readonly blocks: readonly Block[] },
): LineMatches | null {
  const inside = linesOf(blocks)
  const accept = ({ at }: LineMatch): boolean => inside.has(at)
  // A similar match is never preferred to an equal one behind the blocks: it is found only if no other place is like it.
  return blocks.length === 0 ? null : matchLines(file, old, { exactOnly, accept })
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
  const match = { at: file.exact.length, reindent: (indent: string) => indent }
  return { ok: true, level: 'exact', match, old: [], outsideOf: null }
}

function narrow(
  file: NormalizedLines,
  matches: readonly LineMatch[],
  hunk: Hunk,
  {
    after,
    length,
    inside,
  }: { readonly after: number; readonly length: number; readonly inside: ReadonlySet<number> },
): readonly LineMatch[] {
  if (matches.length === 1) return matches
  const atEnd = matches.filter(({ at }) => at + length === file.exact.length)
  if (hunk.atEnd && atEnd.length === 1) return atEnd
  if (hunk.headers.length > 0) {
    const within = matches.filter(({ at }) => inside.has(at))
    return within.length > 0 ? within : matches
  }
  const later = matches.filter(({ at }) => at >= after)
  return later.length === 1 ? later : matches
}

interface Block {
  readonly from: number
  /** The line after its last one. */
  readonly to: number
}

type OpenedHeaders =
  | { readonly ok: true; readonly blocks: readonly Block[] }
  | { readonly ok: false; readonly problem: string }

/** The blocks that the headers open, none without a header. Each header is located inside the block of the one before. */
function openHeaders(file: NormalizedLines, headers: readonly string[]): OpenedHeaders {
  if (headers.length === 0) return { ok: true, blocks: [] }
  const ends = blockEnds(file)
  let blocks: readonly Block[] = [{ from: 0, to: file.exact.length }]
  for (const [index, header] of headers.entries()) {
    blocks = findHeader(file, header, blocks).map((from) => ({ from, to: ends[from] ?? file.exact.length }))
    if (blocks.length > 0) continue
    const outer = headers[index - 1]
    const where = outer === undefined ? 'in the file' : `inside of ${quoteHeader(outer)}`
    const problem = `belong below the header ${quoteHeader(header)}, which does not occur ${where}: ${FIX_HEADER}`
    return { ok: false, problem }
  }
  return { ok: true, blocks }
}

/** git cuts the headers of unified diffs off. A shorter header that ends within a word names something else. */
const CUT_OFF = 40

/**
 * In each block, the lines that are equal to the header, or else begin with it, or else contain it. Each line of the file is
 * compared once, however many of the blocks it is in; they are in the order of their first lines.
 */
function findHeader({ plainTrimmed }: NormalizedLines, header: string, blocks: readonly Block[]): number[] {
  const text = normalizePunctuation(header).trim()
  const kinds: readonly ((line: string) => boolean)[] = [
    (line) => line === text,
    (line) => line.startsWith(text) && (isWhole(line, text, 0) || text.length >= CUT_OFF),
    (line) => indexOfAll(line, text, EACH).some((at) => isWhole(line, text, at)),
  ]
  const found = new Set<number>()
  let left = blocks
  for (const isOne of kinds) {
    if (left.length === 0) break
    // For each line, the first one from it on.
    const next: number[] = Array.from({ length: plainTrimmed.length + 1 }, () => Number.POSITIVE_INFINITY)
    for (let at = plainTrimmed.length - 1; at >= 0; at -= 1)
      next[at] = isOne(plainTrimmed[at] ?? '') ? at : (next[at + 1] ?? Number.POSITIVE_INFINITY)
    const firstIn = (from: number): number => next[from] ?? Number.POSITIVE_INFINITY
    let done = 0
    for (const { from, to } of left) {
      for (let at = firstIn(Math.max(from, done)); at < to; at = firstIn(at + 1)) found.add(at)
      done = Math.max(done, to)
    }
    left = left.filter(({ from, to }) => firstIn(from) >= to)
  }
  return [...found].toSorted((a, b) => a - b)
}

const EACH = { advance: 1, max: Number.POSITIVE_INFINITY }

/** Whether a text begins and ends where words of the line do. */
const isWhole = (line: string, text: string, at: number): boolean =>
  !(isWord(line[at - 1]) && isWord(text[0])) && !(isWord(text.at(-1)) && isWord(line[at + text.length]))

const isWord = (character: string | undefined): boolean => /^[\p{L}\p{N}_]$/u.test(character ?? '')

/** The brace below a header, and the end of a header of several lines. */
const CONTINUES = /^\s*[{)\]]/

const rankOf = (line: string): number | undefined => /^(#{1,6}) /.exec(line)?.[1]?.length

/**
 * The line after the block that each line opens: a Markdown heading opens everything up to the next one of its rank, any
 * other line what is indented below it. In one pass from the end.
 */
function blockEnds({ exact }: NormalizedLines): readonly number[] {
  const ends: number[] = []
  // The nearest lines below, by rank and by indentation. One further in than another that is nearer ends no block.
  const headings: number[] = []
  const indented: number[] = []
  const nearest = (below: readonly number[], most: number): number =>
    below.slice(0, most + 1).findLast((at) => at !== undefined) ?? exact.length
  for (let at = exact.length - 1; at >= 0; at -= 1) {
    const line = exact[at] ?? ''
    const [rank, depth] = [rankOf(line), indentOf(line).length]
    ends[at] = rank === undefined ? nearest(indented, depth) : nearest(headings, rank)
    if (rank !== undefined) put(headings, rank, at)
    if (line.trim() !== '' && !CONTINUES.test(line)) put(indented, depth, at)
  }
  return ends
}

function put(below: number[], place: number, at: number): void {
  below.length = Math.min(below.length, place + 1)
  below[place] = at
}
