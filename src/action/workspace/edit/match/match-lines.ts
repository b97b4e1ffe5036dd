import { fuzzyMatch } from './fuzzy-match.ts'
import type { NormalizedLines } from './normalize-lines.ts'
import { foldEnd, foldPlain } from './normalize-lines.ts'
import { type IndentPair, indentOf, inferReindent, type Reindent } from './reindent.ts'

/** How a piece of text was found; each step overlooks more than the one before it. */
export type MatchLevel = 'exact' | 'line-end' | 'indentation' | 'punctuation' | 'similar'

/** Consecutive lines of a file, and how its indentation is to be had from the model's. */
export interface LineMatch {
  readonly at: number
  readonly shift: Reindent
}

export interface LineMatches {
  readonly step: MatchLevel
  /** At least one. */
  readonly runs: readonly LineMatch[]
}

export interface LineMatcher {
  readonly step: MatchLevel
  find(file: NormalizedLines, wanted: readonly string[]): readonly LineMatch[]
}

/** From what is the same to what is only alike. */
export const LINE_MATCHERS: readonly LineMatcher[] = [
  { step: 'exact', find: (file, wanted) => findAll(file.exact, wanted).map(asItIs) },
  { step: 'line-end', find: (file, wanted) => findAll(file.ended, wanted.map(foldEnd)).map(asItIs) },
  { step: 'indentation', find: (file, wanted) => findShifted(file, file.trimmed, wanted, foldEnd) },
  { step: 'punctuation', find: (file, wanted) => findAll(file.plain, wanted.map(foldPlain)).map(asItIs) },
  { step: 'punctuation', find: (file, wanted) => findShifted(file, file.plainTrimmed, wanted, foldPlain) },
  {
    step: 'similar',
    find(file, wanted) {
      const bare = wanted.map((line) => foldPlain(line).trimStart())
      const at = fuzzyMatch(file.plainTrimmed, bare)
      return at === null ? [] : withShift(file, wanted, [at])
    },
  },
]

interface FindOptions {
  readonly exactOnly?: boolean
  /** Whether a place counts. */
  isMeant?(run: LineMatch): boolean
}

/** All places of whole lines in a file, by the first of the steps that finds any. Pure. */
export function matchLines(
  file: NormalizedLines,
  wanted: readonly string[],
  { exactOnly = false, isMeant = () => true }: FindOptions = {},
): LineMatches | null {
  const mustBeExact = exactOnly || wanted.every((line) => line.trim() === '')
  for (const { step, find } of LINE_MATCHERS) {
    if (mustBeExact && step !== 'exact') return null
    const runs = find(file, wanted).filter(isMeant)
    if (runs.length > 0) return { step, runs }
  }
  return null
}

const asItIs = (at: number): LineMatch => ({ at, shift: (indent) => indent })

function findShifted(
  file: NormalizedLines,
  lines: readonly string[],
  wanted: readonly string[],
  fold: (line: string) => string,
): readonly LineMatch[] {
  const bare = wanted.map((line) => fold(line).trimStart())
  return withShift(file, wanted, findAll(lines, bare))
}

/** Only the places whose indentation differs by one rule from the written one. */
function withShift(file: NormalizedLines, wanted: readonly string[], places: readonly number[]): LineMatch[] {
  return places.flatMap((at) => {
    const pairs = wanted.flatMap((line, index): IndentPair[] =>
      line.trim() === '' ? [] : [{ written: indentOf(line), found: indentOf(file.exact[at + index] ?? '') }],
    )
    const shift = inferReindent(pairs)
    return shift === null ? [] : [{ at, shift }]
  })
}

/** Some seconds of work. Whoever asks for more quotes thousands of lines that repeat each other. */
const MOST_COMPARISONS = 3_000_000

/** Every index, overlapping ones too, at which the lines stand; none where finding all of them would take too long. */
function findAll(lines: readonly string[], wanted: readonly string[]): number[] {
  const [first] = wanted
  if (first === undefined) return []
  const places: number[] = []
  let left = MOST_COMPARISONS
  for (let at = lines.indexOf(first); at !== -1; at = lines.indexOf(first, at + 1)) {
    if (at + wanted.length > lines.length) break
    const other = wanted.findIndex((line, index) => lines[at + index] !== line)
    left -= other === -1 ? wanted.length : other
    if (left < 0) return []
    if (other === -1) places.push(at)
  }
  return places
}
