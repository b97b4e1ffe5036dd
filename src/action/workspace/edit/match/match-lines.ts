import { distance } from 'fastest-levenshtein'
import { type NormalizedLines, normalizePunctuation, trimLineEnd } from './lines.ts'
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

interface LineMatcher {
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

/** In a shorter text, a typo cannot be told from another text. */
const MIN_LINES = 2
const MIN_CHARACTERS = 30
/** The share of characters that may differ; and up to which share another place is similar, so that both are refused. */
const MAX_DIFFERENCE = 0.1
const SIMILAR = 0.3
/** No single line may differ by more, so that no line is taken for another one. */
const MAX_DIFFERENCE_IN_LINE = 0.3
const MAX_LINES = 400
const MAX_LINE_LENGTH = 1000
/** Comparing two lines costs the product of their lengths. This is about a second of it. */
const MAX_WORK = 1_000_000_000
/** A line that is quoted more often (a single bracket) says nothing about the place, and is expensive. */
const MAX_REPEATED = 20

/**
 * The only place where the lines are, except for small typos: at least half of them are equal, none has other numbers
 * (another number names another thing), and no second place is even remotely similar. `null`: there is none. Lines have
 * no white space at their ends. Pure.
 */
export function fuzzyMatch(lines: readonly string[], quoted: readonly string[]): number | null {
  const texts = quoted.filter((line) => line !== '')
  const length = texts.reduce((sum, line) => sum + line.length, 0)
  if (texts.length < MIN_LINES || length < MIN_CHARACTERS) return null
  if (quoted.length > MAX_LINES || texts.some((line) => line.length > MAX_LINE_LENGTH)) return null
  const places = [...countEqualLines(lines, quoted)]
  const work = texts.reduce((sum, line) => sum + line.length ** 2, 0)
  if (places.length * work > MAX_WORK) return null
  const scored = places
    .map(([at, equal]) => ({ at, equal, cost: costOf(lines, quoted, at, length * SIMILAR) }))
    .filter(({ cost }) => Number.isFinite(cost))
  const [only] = scored
  if (only === undefined || scored.length > 1) return null
  const isClose = only.cost <= length * MAX_DIFFERENCE && only.equal * 2 >= texts.length
  return isClose && quoted.every((line, index) => isTypo(line, lines[only.at + index] ?? '')) ? only.at : null
}

/** How many of the lines that are not empty are equal at each place. */
function countEqualLines(lines: readonly string[], quoted: readonly string[]): Map<number, number> {
  const where = new Map<string, number[]>()
  for (const [index, line] of quoted.entries()) {
    if (line !== '') where.set(line, [...(where.get(line) ?? []), index])
  }
  const counts = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const offsets = where.get(line) ?? []
    if (offsets.length > MAX_REPEATED) continue
    for (const offset of offsets) {
      const at = index - offset
      if (at >= 0 && at + quoted.length <= lines.length) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  return counts
}

function costOf(lines: readonly string[], quoted: readonly string[], at: number, max: number): number {
  let cost = 0
  for (const [index, line] of quoted.entries()) {
    cost += distanceUpTo(max - cost, line, lines[at + index] ?? '')
    if (cost > max) return Number.POSITIVE_INFINITY
  }
  return cost
}

function isTypo(written: string, found: string): boolean {
  if (written === found) return true
  const max = Math.floor(written.length * MAX_DIFFERENCE_IN_LINE)
  return numbersIn(written) === numbersIn(found) && distanceUpTo(max, written, found) <= max
}

const numbersIn = (line: string): string => (line.match(/\d+/g) ?? []).join(' ')

/** The Levenshtein distance; infinity if the lengths alone differ by more, since a line of a file may be very long. */
const distanceUpTo = (max: number, a: string, b: string): number =>
  Math.abs(a.length - b.length) > max ? Number.POSITIVE_INFINITY : distance(a, b)
