import type { TextRange } from './find-ranges.ts'
import type { MatchLevel } from './match-lines.ts'
import type { Reindent } from './reindent.ts'
import { type LastLine, type Replacement, withoutLastEnd } from './replacement.ts'
import type { Lines } from './split-lines.ts'

/** Whole lines of a file to be replaced: what the model takes them to be, and what it makes of them. */
export interface Placement {
  readonly at: number
  readonly old: readonly string[]
  readonly fresh: readonly string[]
  readonly shift: Reindent
}

export interface Placed {
  readonly step: MatchLevel
  readonly placements: readonly Placement[]
  /** The line of each match, from 1. */
  readonly lines: readonly number[]
  readonly lastLine: LastLine
}

interface Match extends TextRange {
  readonly wanted: Replacement
}

export interface MatchedRanges {
  readonly step: MatchLevel
  readonly pieces: readonly TextRange[]
  /** One more, of the text without its last line end. */
  readonly last: TextRange | null
}

/** Places of pieces as whole lines. Pure. */
export function matchRanges(file: Lines, wanted: Replacement, { step, pieces, last }: MatchedRanges): Placed {
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
  const fill = (textOf: (wanted: Replacement) => string): string[] =>
    (group.map(({ wanted }, index) => (around[index] ?? '') + textOf(wanted)).join('') + rest).split('\n')
  return {
    at: first?.line ?? 0,
    old: fill(({ old }) => old),
    fresh: fill(({ fresh }) => fresh),
    shift: (indent) => indent,
  }
}
