import { SIZE_LIMIT } from '../files/read-text.ts'
import { changeLines } from './change-lines.ts'
import { diagnoseMiss } from './diagnose-miss.ts'
import { MOST_TOLD } from './match/find-ranges.ts'
import type { MatchLevel } from './match/match-lines.ts'
import { matchText } from './match/match-text.ts'
import { normalizeLines } from './match/normalize-lines.ts'
import type { LastLine, Replacement } from './match/replacement.ts'
import { splitLines } from './match/split-lines.ts'
import { replaceExact } from './replace-exact.ts'
import { type Spliced, spliceLines } from './splice-lines.ts'

export interface ReplaceResult {
  readonly old: string
  readonly new: string
  /** Replace every match instead of insisting on exactly one. */
  readonly all: boolean
}

export interface ReplaceOptions {
  /** Nobody has read the text: only what is the same to the byte is taken for what is meant. */
  readonly exactOnly?: boolean
}

export type Replaced =
  | ({
      readonly ok: true
      readonly step: MatchLevel
      /** The line of each match, from 1. */
      readonly lines: readonly number[]
      readonly lastLine: LastLine
      /** Of an exact match, which nobody is shown, without ranges. */
    } & Spliced)
  | { readonly ok: false; readonly problem: string }

const LINES_NAMED = 20

/** Exchanges one piece of text for another; every byte outside of it stays. Pure. */
export function replaceText(
  text: string,
  replacement: ReplaceResult,
  options: ReplaceOptions = {},
): Replaced {
  const refuse = (problem: string): Replaced => ({ ok: false, problem })
  const unfit = findUnfit(replacement)
  if (unfit !== null) return refuse(unfit)
  const { all } = replacement
  const { exactOnly = false } = options
  const wanted = toWanted(text, replacement)
  const found = replaceExact(text, wanted, { all, exactOnly }) ?? place(text, wanted, { all, exactOnly })
  if (found === null) {
    const advice = exactOnly
      ? 'Read the file first, then copy from it.'
      : diagnoseMiss(splitLines(text).lines, wanted)
    return refuse(`\`old\` does not occur in the file. ${advice}`)
  }
  const { step, lines, lastLine } = found
  if (lines.length > 1 && !all) {
    const how = step === 'exact' ? 'occurs' : `occurs (where ${describeStep(step)})`
    return refuse(
      `\`old\` ${how} ${nameCount(lines.length)} times, at ${nameLines(lines)}. Add lines around it until it is unique, or set all: true.`,
    )
  }
  if (lines.length * wanted.fresh.length > SIZE_LIMIT) {
    return refuse(`\`new\` in ${lines.length} places would make the file larger than ${SIZE_LIMIT} bytes.`)
  }
  const spliced = found.splice()
  if (spliced.text === text) return refuse(SAME)
  return { ok: true, step, lines, lastLine, ...spliced }
}

/** By lines: what differs from the file in some way, and any text where the line ends of the file are mixed. */
function place(
  text: string,
  wanted: Replacement,
  options: { readonly all: boolean; readonly exactOnly: boolean },
) {
  const file = splitLines(text)
  const placed = matchText(file, normalizeLines(file.lines), wanted, options)
  if (placed === null) return null
  const splice = (): Spliced =>
    spliceLines(
      file,
      placed.placements.map((placement) => changeLines(file, placement)),
    )
  return { ...placed, splice }
}

const SAME =
  'The edit changes nothing: `old` and `new` differ in nothing but line ends or characters that the file keeps. Use write to change those.'

function findUnfit(replacement: ReplaceResult): string | null {
  if (replacement.old === '') return '`old` is empty. Use write to create a file or replace all of it.'
  if (replacement.old === replacement.new) return '`old` and `new` are the same: nothing to change.'
  if (!replacement.old.isWellFormed()) return '`old` holds half a character. Copy whole characters.'
  return findUnwritable(replacement.new, '`new`')
}

/** Why a text cannot be part of a text file, with its name at the head; `null`: it can. Pure. */
export function findUnwritable(text: string, name: string): string | null {
  if (!text.isWellFormed()) return `${name} holds half a character. Write whole characters.`
  return text.includes('\0')
    ? `${name} holds a NUL character, which makes a file binary. Leave it out.`
    : null
}

/**
 * Models see and write LF. One that writes CRLF in both texts means the lines of the file, however they end. One that
 * writes a byte order mark means the one that the file keeps, unless the text holds that character.
 */
function toWanted(text: string, replacement: ReplaceResult): Replacement {
  const old = toUnix(replacement.old)
  const fresh = old === replacement.old ? replacement.new : toUnix(replacement.new)
  if (!old.startsWith(BOM) || old === BOM || text.includes(BOM)) return { old, fresh }
  return { old: old.slice(1), fresh: fresh.startsWith(BOM) ? fresh.slice(1) : fresh }
}

const BOM = '\uFEFF'

const toUnix = (text: string): string => text.replaceAll('\r\n', '\n')

/** What a step overlooked, to be read after "where"; empty for the exact one. Pure. */
export function describeStep(step: MatchLevel): string {
  switch (step) {
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

/** Each once, however many matches it holds. */
export function nameLines(all: readonly number[]): string {
  const lines = [...new Set(all)]
  const named = lines.slice(0, LINES_NAMED).join(', ')
  if (lines.length <= LINES_NAMED) return `${lines.length === 1 ? 'line' : 'lines'} ${named}`
  return `lines ${named} and ${lines.length - LINES_NAMED} more`
}

const nameCount = (count: number): string => (count > MOST_TOLD ? 'more than 1,000' : String(count))
