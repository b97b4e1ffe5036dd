import type { TextRange } from './find-ranges.ts'
import type { Lines } from './lines.ts'
import type { MatchLevel } from './match-lines.ts'
import type { Reindent } from './reindent.ts'
import { isRemoval, type LastLine, type Replacement, withoutLastEnd } from './replacement.ts'

/** Complete lines of a file to replace: as the model quotes them, and as it wants them. */
export interface LinesToReplace {
  readonly at: number
  readonly old: readonly string[]
  readonly new: readonly string[]
  readonly reindent: Reindent
}

export interface MatchedText {
  readonly level: MatchLevel
  readonly replacements: readonly LinesToReplace[]
  /** The line of each match, from 1. */
  readonly lines: readonly number[]
  readonly lastLine: LastLine
}

interface Match extends TextRange {
  readonly replacement: Replacement
}

type MatchGroup = [Match, ...Match[]]

export interface MatchedRanges {
  readonly level: MatchLevel
  readonly ranges: readonly TextRange[]
  /** One more match, of the text without its last line end. */
  readonly last: TextRange | null
}

/** Turns ranges into complete lines to replace. Pure. */
export function toLinesToReplace(
  file: Lines,
  replacement: Replacement,
  { level, ranges, last }: MatchedRanges,
): MatchedText {
  const matches = ranges.map((range): Match => ({ ...range, replacement }))
  if (last !== null) matches.push({ ...last, replacement: withoutLastEnd(replacement) })
  const groups: MatchGroup[] = []
  for (const match of matches) {
    const group = groups.at(-1)
    if (group?.at(-1)?.endLine === match.line) group.push(match)
    else groups.push([match])
  }
  return {
    level,
    replacements: groups.map((group) => toLines(file, group)),
    lines: matches.map(({ line }) => line + 1),
    lastLine: last !== null && ranges.length > 0 ? 'matched' : 'no match',
  }
}

/** Matches that share lines are replaced together. */
function toLines(file: Lines, group: MatchGroup): LinesToReplace {
  const { lines } = file
  const [first] = group
  const last = group.at(-1) ?? first
  const between = group.map(({ line, column }, index) => {
    const before = group[index - 1]
    return lines[line]?.slice(before?.endColumn ?? 0, column) ?? ''
  })
  const rest = lines[last.endLine]?.slice(last.endColumn) ?? ''
  const fill = (side: keyof Replacement): string[] =>
    `${group.map((match, index) => (between[index] ?? '') + match.replacement[side]).join('')}${rest}`.split(
      '\n',
    )
  const isRemoved = group.length === 1 && removesLines(file, first)
  return {
    at: first.line,
    old: fill('old'),
    new: isRemoved ? [] : fill('new'),
    reindent: (indent) => indent,
  }
}

/** The last line of a file has no line end that could be removed with it. */
const removesLines = ({ lines, ends }: Lines, { replacement, ...range }: Match): boolean =>
  isRemoval(replacement) &&
  range.column === 0 &&
  range.endColumn === lines[range.endLine]?.length &&
  ends[range.endLine] !== ''
