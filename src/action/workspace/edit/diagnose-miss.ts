import { describeNearest } from './describe-nearest.ts'
import { indexOfAll } from './match/find-ranges.ts'
import { normalizePunctuation } from './match/lines.ts'
import type { Replacement } from './match/replacement.ts'

/** A shorter text may occur by chance. */
const MIN_LENGTH = 6
const MIN_NEW_LENGTH = 16
const LENGTH_SHOWN = 300

const NUMBER = /^[ \t]*\d+(?:\t|→|[ \t]*[:|][ \t]?)/
const FENCE = /^\s*(?:```|~~~)/
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&apos;': "'", '&amp;': '&' }
const ESCAPES = { '\\n': '\n', '\\t': '\t', '\\"': '"', "\\'": "'", '\\`': '`', '\\\\': '\\' }

/** A mistake in quoting. */
interface Misquote {
  /** The text as the file may have it. */
  correct(old: string): string
  readonly advice: string
}

/** Mistakes that models make. They are reported, not corrected: correcting the new text as well would be a guess. */
const MISQUOTES: readonly Misquote[] = [
  {
    correct: (old) =>
      old
        .split('\n')
        .map((line) => line.replace(NUMBER, ''))
        .join('\n'),
    advice: 'It does without the line numbers: they are not part of the file. Leave them out of both texts.',
  },
  {
    correct: (old) => old.replaceAll('\\$', '$'),
    advice: 'It does without the backslash before $: leave it out of both texts.',
  },
  {
    correct: (old) => old.replaceAll(/\\[nt"'`\\]/g, (one) => lookUp(ESCAPES, one)),
    advice:
      'It does once its backslashes are resolved: both texts seem to be escaped twice. Write each character as it stands in the file.',
  },
  {
    correct: (old) => old.replaceAll(/&(?:lt|gt|quot|#39|apos|amp);/g, (one) => lookUp(ENTITIES, one)),
    advice:
      'It does once its entities are resolved: write < > & and quotes as they stand in the file, in both texts.',
  },
  {
    correct(old) {
      const lines = old.split('\n')
      const last = lines.findLastIndex((line) => line.trim() !== '')
      return FENCE.test(lines[0] ?? '') && FENCE.test(lines[last] ?? '')
        ? lines.slice(1, last).join('\n')
        : old
    },
    advice: 'It does without the fence around it: leave the fence out of both texts.',
  },
]

const lookUp = (table: Readonly<Record<string, string>>, key: string): string => table[key] ?? key

/** Why a text may not be in a file, or which text is nearest, with advice. Pure. */
export function diagnoseMiss(lines: readonly string[], replacement: Replacement): string {
  const { old } = replacement
  const known = findMisquote(lines, old) ?? findLookalike(lines, old)
  return known ?? describeNearest(lines, old) + describeExisting(lines, replacement)
}

function findMisquote(lines: readonly string[], old: string): string | null {
  const text = lines.join('\n')
  const found = MISQUOTES.find(({ correct }) => {
    const corrected = correct(old)
    return corrected !== old && corrected.trim().length >= MIN_LENGTH && lineOf(text, corrected) !== null
  })
  return found?.advice ?? null
}

function describeExisting(lines: readonly string[], replacement: Replacement): string {
  const put = replacement.new
  if (put.trim().length < MIN_NEW_LENGTH || replacement.old.includes(put)) return ''
  const line = lineOf(lines.join('\n'), put)
  if (line === null) return ''
  return ` \`new\` is at line ${line} already: if this change was made before, leave it.`
}

function lineOf(text: string, sought: string): number | null {
  const [at] = indexOfAll(text, sought, { advance: 1, max: 1 })
  return at === undefined ? null : text.slice(0, at).split('\n').length
}

/** The same text except for white space within lines and characters that look alike. */
function findLookalike(lines: readonly string[], old: string): string | null {
  const sought = bare(old)
  if (sought.length < MIN_LENGTH || lineOf(trimmed(lines), trimmed(old.split('\n'))) !== null) return null
  const normalized = lines.map(bare)
  const [at] = indexOfAll(normalized.join(''), sought, { advance: 1, max: 1 })
  if (at === undefined) return null
  let end = 0
  const index = normalized.findIndex(({ length }) => {
    end += length
    return end > at
  })
  const shown = showUnusual(lines[index]?.trimEnd().slice(0, LENGTH_SHOWN).toWellFormed() ?? '')
  return `It does, from line ${index + 1} on, but with other spacing or other characters that look alike: ${shown}. Copy it exactly, or quote a part without those.`
}

/** If this is the same, only indentation and empty lines differ. */
const trimmed = (lines: readonly string[]): string => lines.flatMap((line) => line.trim() || []).join('\n')

const bare = (text: string): string =>
  text
    .split('\n')
    .map((line) => normalizePunctuation(line.normalize('NFKC')).replaceAll(/\s/g, ''))
    .join('')

/** As JSON, with a code for each character outside ASCII: the difference is invisible otherwise. */
const showUnusual = (line: string): string =>
  JSON.stringify(line).replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
