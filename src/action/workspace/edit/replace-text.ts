import { SIZE_LIMIT } from '../files/read-text.ts'
import { changeLines, type Spliced, spliceLines } from './change-lines.ts'
import { diagnoseMiss } from './diagnose-miss.ts'
import { MAX_REPORTED } from './match/find-ranges.ts'
import { normalizeLines, splitLines } from './match/lines.ts'
import type { MatchLevel } from './match/match-lines.ts'
import { matchText } from './match/match-text.ts'
import { isRemoval, type LastLine, type Replacement } from './match/replacement.ts'
import { replaceExact } from './replace-exact.ts'

export interface TextEdit {
  readonly old: string
  readonly new: string
  /** Replace every match instead of requiring exactly one. */
  readonly all: boolean
}

export interface ReplaceOptions {
  /** Nobody has read the file: only text that is the same byte for byte is replaced. */
  readonly exactOnly?: boolean
  /** Only such text, too: other comparisons of a large file take long. */
  readonly isLarge?: boolean
}

/** For an edit that quotes nothing in a file that is large, or that nobody has read. Pure. */
export const adviseExact = ({ isLarge = false }: ReplaceOptions): string =>
  isLarge
    ? 'The file is larger than 2 MiB, where only text that is the same byte for byte is found: copy it exactly as read shows it.'
    : 'Read the file first, then copy from it.'

export type ReplaceResult =
  | ({
      readonly ok: true
      readonly level: MatchLevel
      /** The line of each match, from 1. */
      readonly lines: readonly number[]
      readonly lastLine: LastLine
      /** Whether a match was removed with its line end, which `old` does not have. */
      readonly removesLines: boolean
      /** An exact match is not shown to the model and has no ranges. */
    } & Spliced)
  | { readonly ok: false; readonly problem: string }

/** Replaces a part of a text. Every byte outside of it stays. Pure. */
export function replaceText(text: string, edit: TextEdit, options: ReplaceOptions = {}): ReplaceResult {
  const refuse = (problem: string): ReplaceResult => ({ ok: false, problem })
  const problem = findProblem(edit)
  if (problem !== null) return refuse(problem)
  const { all } = edit
  const exactOnly = options.exactOnly === true || options.isLarge === true
  const replacement = toReplacement(text, edit)
  const found =
    replaceExact(text, replacement, { all, exactOnly }) ?? replaceLines(text, replacement, { all, exactOnly })
  if (found === null) {
    const advice = exactOnly ? adviseExact(options) : diagnoseMiss(splitLines(text).lines, replacement)
    return refuse(`\`old\` does not occur in the file. ${advice}`)
  }
  const { level, lines, lastLine, removesLines } = found
  if (lines.length > 1 && !all) {
    const how = level === 'exact' ? 'occurs' : `occurs (where ${describeLevel(level)})`
    return refuse(
      `\`old\` ${how} ${nameCount(lines.length)} times, at ${nameLines(lines)}. Add lines around it until it is unique, or set all: true.`,
    )
  }
  if (lines.length * replacement.new.length > SIZE_LIMIT) {
    return refuse(`\`new\` in ${lines.length} places would make the file larger than ${SIZE_LIMIT} bytes.`)
  }
  const spliced = found.splice()
  if (spliced.text === text) return refuse(UNCHANGED)
  return { ok: true, level, lines, lastLine, removesLines, ...spliced }
}

/** Line by line, for text that differs from the file in some way, and for files with mixed line ends. */
function replaceLines(
  text: string,
  replacement: Replacement,
  options: { readonly all: boolean; readonly exactOnly: boolean },
) {
  const file = splitLines(text)
  const matched = matchText(file, normalizeLines(file.lines), replacement, options)
  if (matched === null) return null
  const splice = (): Spliced =>
    spliceLines(
      file,
      matched.replacements.map((lines) => changeLines(file, lines)),
    )
  const removesLines = isRemoval(replacement) && matched.replacements.some((one) => one.new.length === 0)
  return { ...matched, removesLines, splice }
}

const UNCHANGED =
  'The edit changes nothing: `old` and `new` differ in nothing but line ends or characters that the file keeps. Use write to change those.'

function findProblem(edit: TextEdit): string | null {
  if (edit.old === '') return '`old` is empty. Use write to create a file or replace all of it.'
  if (edit.old === edit.new) return '`old` and `new` are the same: nothing to change.'
  if (!edit.old.isWellFormed()) return '`old` contains an unpaired surrogate. Copy whole characters.'
  return findUnwritable(edit.new, '`new`')
}

/** Why a text cannot be part of a text file, beginning with `name`; `null`: it can. Pure. */
export function findUnwritable(text: string, name: string): string | null {
  if (!text.isWellFormed()) return `${name} contains an unpaired surrogate. Write whole characters.`
  return text.includes('\0')
    ? `${name} holds a NUL character, which makes a file binary. Leave it out.`
    : null
}

const BOM = '\uFEFF'

/**
 * Models see and write LF. CRLF means the line ends of the file, whatever they are. A byte order mark at the beginning
 * means that of the file, which stays, unless the text itself contains the character.
 */
function toReplacement(text: string, edit: TextEdit): Replacement {
  const old = toUnix(edit.old)
  // A file without any line end does not say which it would have.
  const put = text.includes('\n') ? toUnix(edit.new) : edit.new
  if (!old.startsWith(BOM) || old === BOM || text.includes(BOM)) return { old, new: put }
  return { old: old.slice(1), new: put.startsWith(BOM) ? put.slice(1) : put }
}

const toUnix = (text: string): string => text.replaceAll('\r\n', '\n')

/** What a level ignored, to be read after "where"; empty for the exact level. Pure. */
export function describeLevel(level: MatchLevel): string {
  switch (level) {
    case 'exact':
      return ''
    case 'line-end':
      return 'white space at line ends differs'
    case 'indentation':
      return 'indentation differs; the new text was fitted to that of the file'
    case 'punctuation':
      return 'quotes, dashes or spaces are of another kind'
    case 'similar':
      return 'the text is similar, not the same: check it'
  }
}

const LINES_NAMED = 20

/** Each line once, however many matches it has. */
export function nameLines(all: readonly number[]): string {
  const lines = [...new Set(all)]
  const named = lines.slice(0, LINES_NAMED).join(', ')
  if (lines.length <= LINES_NAMED) return `${lines.length === 1 ? 'line' : 'lines'} ${named}`
  return `lines ${named} and ${lines.length - LINES_NAMED} more`
}

const nameCount = (count: number): string => (count > MAX_REPORTED ? 'more than 1,000' : String(count))
