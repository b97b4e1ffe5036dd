import { fuzzyMatch } from './fuzzy-match.ts'
import { type NormalizedLines, normalizePunctuation, trimLineEnd } from './normalize-lines.ts'
import { type IndentPair, indentOf, inferReindent, type Reindent } from './reindent.ts'

/** How a text was found. Each level ignores more differences than the one before it. */
export type MatchLevel = 'exact' | 'line-end' | 'indentation' | 'punctuation' | 'similar'

/** Consecutive lines of a file, and how to turn the model's indentation into that of the file. */
export interface LineMatch {
  readonly at: number
  readonly reindent: Reindent
}

export interface LineMatches {
  readonly level: MatchLevel
  /** At least one. */
  readonly matches: readonly LineMatch[]
}

export interface LineMatcher {
  readonly level: MatchLevel
  find(file: NormalizedLines, quoted: readonly string[]): readonly LineMatch[]
}

/** From equal to similar. */
export const LINE_MATCHERS: readonly LineMatcher[] = [
  { level: 'exact', find: (file, quoted) => findAll(file.exact, quoted).map(unchanged) },
  {
    level: 'line-end',
    find: (file, quoted) => findAll(file.endTrimmed, quoted.map(trimLineEnd)).map(unchanged),
  },
  { level: 'indentation', find: (file, quoted) => findReindented(file, file.trimmed, quoted, trimLineEnd) },
  {
    level: 'punctuation',
    find: (file, quoted) => findAll(file.plain, quoted.map(normalizePunctuation)).map(unchanged),
  },
  {
    level: 'punctuation',
    find: (file, quoted) => findReindented(file, file.plainTrimmed, quoted, normalizePunctuation),
  },
  {
    level: 'similar',
    find(file, quoted) {
      const bare = quoted.map((line) => normalizePunctuation(line).trimStart())
      const at = fuzzyMatch(file.plainTrimmed, bare)
      return at === null ? [] : withReindent(file, quoted, [at])
    },
  },
]

interface FindOptions {
  readonly exactOnly?: boolean
  /** Whether a match counts. */
  accept?(match: LineMatch): boolean
}

/** All matches of complete lines in a file, on the first level that has any. Pure. */
export function matchLines(
  file: NormalizedLines,
  quoted: readonly string[],
  { exactOnly = false, accept = () => true }: FindOptions = {},
): LineMatches | null {
  const mustBeExact = exactOnly || quoted.every((line) => line.trim() === '')
  for (const { level, find } of LINE_MATCHERS) {
    if (mustBeExact && level !== 'exact') return null
    const matches = find(file, quoted).filter(accept)
    if (matches.length > 0) return { level, matches }
  }
  return null
}

const unchanged = (at: number): LineMatch => ({ at, reindent: (indent) => indent })

function findReindented(
  file: NormalizedLines,
  lines: readonly string[],
  quoted: readonly string[],
  normalize: (line: string) => string,
): readonly LineMatch[] {
  const bare = quoted.map((line) => normalize(line).trimStart())
  return withReindent(file, quoted, findAll(lines, bare))
}

/** Only matches whose indentation differs from the quoted one by one rule. */
function withReindent(
  file: NormalizedLines,
  quoted: readonly string[],
  places: readonly number[],
): LineMatch[] {
  return places.flatMap((at) => {
    const pairs = quoted.flatMap((line, index): IndentPair[] =>
      line.trim() === '' ? [] : [{ written: indentOf(line), found: indentOf(file.exact[at + index] ?? '') }],
    )
    const reindent = inferReindent(pairs)
    return reindent === null ? [] : [{ at, reindent }]
  })
}

/** A few seconds of work. More is needed only for thousands of quoted lines that repeat each other. */
const MAX_COMPARISONS = 3_000_000

/** Every index at which the lines are, overlapping ones too. Empty if finding all of them would take too long. */
function findAll(lines: readonly string[], sought: readonly string[]): number[] {
  const [first] = sought
  if (first === undefined) return []
  const places: number[] = []
  let left = MAX_COMPARISONS
  for (let at = lines.indexOf(first); at !== -1; at = lines.indexOf(first, at + 1)) {
    if (at + sought.length > lines.length) break
    const mismatch = sought.findIndex((line, index) => lines[at + index] !== line)
    left -= mismatch === -1 ? sought.length : mismatch
    if (left < 0) return []
    if (mismatch === -1) places.push(at)
  }
  return places
}
