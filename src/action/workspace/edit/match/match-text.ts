import { findRangeAtEof, findRanges } from './find-ranges.ts'
import { type Lines, type NormalizedLines, normalizePunctuation, trimLineEnd } from './lines.ts'
import { type MatchedText, toLinesToReplace } from './lines-to-replace.ts'
import { LINE_MATCHERS, type LineMatch, type MatchLevel } from './match-lines.ts'
import { indentOf } from './reindent.ts'
import { isRemoval, type Replacement, withoutBlankLines, withoutLastEnd } from './replacement.ts'

interface MatchOptions {
  /** Take every match, and none that overlaps another. */
  readonly all: boolean
  readonly exactOnly: boolean
}

/** Finds a text in a file on the first match level that has a match. White space alone is matched exactly only. Pure. */
export function matchText(
  file: Lines,
  normalized: NormalizedLines,
  replacement: Replacement,
  { all, exactOnly }: MatchOptions,
): MatchedText | null {
  const overlapping = !all
  const byLines = (one: Replacement, level: MatchLevel) =>
    matchByLines(file, normalized, one, { level, overlapping })
  const exact = findRanges(normalized.exact, replacement.old, { overlapping })
  if (exact.length > 0) {
    const last = all ? findRangeAtEof(normalized.exact, replacement.old, exact) : null
    const isLeft = last !== null && exactOnly
    const matched = toLinesToReplace(file, replacement, {
      level: 'exact',
      ranges: exact,
      last: isLeft ? null : last,
    })
    return isLeft ? { ...matched, lastLine: 'left' } : matched
  }
  if (exactOnly || replacement.old.trim() === '') return null
  const trimmed = withoutBlankLines(replacement)
  return (
    (all ? null : matchAtEof(file, normalized, replacement)) ??
    matchNormalized(file, normalized.endTrimmed, replacement, {
      level: 'line-end',
      normalize: trimLineEnd,
      overlapping,
    }) ??
    byLines(replacement, 'indentation') ??
    matchNormalized(file, normalized.plain, replacement, {
      level: 'punctuation',
      normalize: normalizePunctuation,
      overlapping,
    }) ??
    byLines(replacement, 'punctuation') ??
    byLines(trimmed, 'indentation') ??
    byLines(trimmed, 'punctuation') ??
    byLines(trimmed, 'similar')
  )
}

/** The quoted text ends its last line, the file does not. It stays that way. */
function matchAtEof(file: Lines, { exact }: NormalizedLines, replacement: Replacement): MatchedText | null {
  const last = findRangeAtEof(exact, replacement.old)
  return last === null ? null : toLinesToReplace(file, replacement, { level: 'line-end', ranges: [], last })
}

interface NormalizedOptions {
  readonly level: MatchLevel
  readonly overlapping: boolean
  normalize(line: string): string
}

function matchNormalized(
  file: Lines,
  lines: readonly string[],
  replacement: Replacement,
  { level, normalize, overlapping }: NormalizedOptions,
): MatchedText | null {
  const quoted = replacement.old.split('\n')
  const [first = '', last = ''] = [quoted[0], quoted.at(-1)]
  const cut = { start: first !== '' && first.trim() === '', end: last !== last.trimEnd() }
  const sought = quoted.map(normalize).join('\n')
  const ranges = findRanges(lines, sought, { cut, overlapping })
  const atEof = overlapping || cut.start ? null : findRangeAtEof(lines, sought, ranges)
  if (ranges.length === 0 && atEof === null) return null
  // A text that ends its line includes white space at the end of that line.
  const complete = atEof === null ? null : { ...atEof, endColumn: file.lines[atEof.endLine]?.length ?? 0 }
  return toLinesToReplace(file, replacement, { level, ranges, last: complete })
}

function matchByLines(
  file: Lines,
  normalized: NormalizedLines,
  replacement: Replacement,
  { level, overlapping }: { readonly level: MatchLevel; readonly overlapping: boolean },
): MatchedText | null {
  const bare = withoutLastEnd(replacement)
  const quoted = bare.old.split('\n')
  const removes = ({ at }: LineMatch): boolean =>
    (replacement.old.endsWith('\n') && replacement.new === '') ||
    (isRemoval(replacement) && file.ends[at + quoted.length - 1] !== '')
  for (const matcher of LINE_MATCHERS.filter((one) => one.level === level)) {
    const found = matcher.find(normalized, quoted)
    const matches = overlapping ? found : withoutOverlaps(found, quoted.length)
    if (matches.length === 0) continue
    return {
      level,
      replacements: matches.map((match) => {
        const put = removes(match) ? [] : bare.new.split('\n')
        const isFitted = isIndentedForFile(normalized, match, quoted, put)
        return {
          at: match.at,
          old: quoted,
          new: put,
          reindent: isFitted ? (indent) => indent : match.reindent,
        }
      }),
      lines: matches.map(({ at }) => at + 1),
      lastLine: 'no match',
    }
  }
  return null
}

/** Whether the model left out the indentation of the quoted text, but indented the new text as the file needs it. */
function isIndentedForFile(
  { exact }: NormalizedLines,
  { at }: LineMatch,
  quoted: readonly string[],
  put: readonly string[],
): boolean {
  const first = quoted.findIndex(isText)
  const indent = indentOf(exact[at + first] ?? '')
  const texts = put.filter(isText)
  const [start] = texts
  if (start === undefined || indent === '' || indentOf(quoted[first] ?? '') !== '') return false
  return indentOf(start) === indent && texts.every((line) => line.startsWith(indent))
}

const isText = (line: string): boolean => line.trim() !== ''

function withoutOverlaps(matches: readonly LineMatch[], length: number): readonly LineMatch[] {
  let next = 0
  return matches.filter(({ at }) => {
    if (at < next) return false
    next = at + length
    return true
  })
}
