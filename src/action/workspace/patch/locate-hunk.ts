import { type LineMatch, type LineMatches, type MatchLevel, matchLines } from '../edit/match/match-lines.ts'
import { type NormalizedLines, normalizePunctuation } from '../edit/match/normalize-lines.ts'
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
  let blocks: readonly Block[] = [{ from: 0, to: file.exact.length }]
  for (const [index, header] of headers.entries()) {
    blocks = blocks.flatMap((block) => findHeader(file, header, block).map((from) => blockAt(file, from)))
    if (blocks.length > 0) continue
    const outer = headers[index - 1]
    const where = outer === undefined ? 'in the file' : `inside of ${quoteHeader(outer)}`
    const problem = `belong below the header ${quoteHeader(header)}, which does not occur ${where}: ${FIX_HEADER}`
    return { ok: false, problem }
  }
  return { ok: true, blocks: headers.length === 0 ? [] : blocks }
}

/** git cuts the headers of unified diffs off. A shorter header that ends within a word names something else. */
const CUT_OFF = 40

/** Lines that are equal to the header, or else begin with it, or else contain it. */
function findHeader({ plainTrimmed }: NormalizedLines, header: string, { from, to }: Block): number[] {
  const text = normalizePunctuation(header).trim()
  const inside = plainTrimmed.slice(from, to)
  const where = (isOne: (line: string) => boolean): number[] =>
    inside.flatMap((line, at) => (isOne(line) ? [from + at] : []))
  const equal = where((line) => line === text)
  if (equal.length > 0) return equal
  const begun = where((line) => line.startsWith(text) && (isWhole(line, text, 0) || text.length >= CUT_OFF))
  return begun.length > 0 ? begun : where((line) => indexOfWhole(line, text) !== -1)
}

function indexOfWhole(line: string, text: string): number {
  let at = line.indexOf(text)
  while (at !== -1 && !isWhole(line, text, at)) at = line.indexOf(text, at + 1)
  return at
}

/** Whether a text begins and ends where words of the line do. */
const isWhole = (line: string, text: string, at: number): boolean =>
  !(isWord(line[at - 1]) && isWord(text[0])) && !(isWord(text.at(-1)) && isWord(line[at + text.length]))

const isWord = (character: string | undefined): boolean => /^[\p{L}\p{N}_]$/u.test(character ?? '')

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
