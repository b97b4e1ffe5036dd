import { describeNearest } from './describe-nearest.ts'
import { indexOfAll } from './match/index-of-all.ts'
import { foldPlain } from './match/normalize-lines.ts'
import type { Replacement } from './match/replacement.ts'

/** Shorter than this, a text may stand anywhere by chance. */
const LEAST_LENGTH = 6
const LEAST_MADE = 16
const LENGTH_SHOWN = 300

const NUMBER = /^[ \t]*\d+(?:\t|→|[:|]\s?)/
const FENCE = /^\s*(?:```|~~~)/
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&apos;': "'", '&amp;': '&' }
const ESCAPES = { '\\n': '\n', '\\t': '\t', '\\"': '"', "\\'": "'", '\\`': '`', '\\\\': '\\' }

interface Disguise {
  /** The text as it may have been meant. */
  undo(old: string): string
  readonly advice: string
}

/** What models do to a text that they quote. It is told, not undone: the new text would have to be undone by guessing. */
const DISGUISES: readonly Disguise[] = [
  {
    undo: (old) =>
      old
        .split('\n')
        .map((line) => line.replace(NUMBER, ''))
        .join('\n'),
    advice: 'It does without the line numbers: they are not part of the file. Leave them out of both texts.',
  },
  {
    undo: (old) => old.replaceAll(/\\[nt"'`\\]/g, (one) => lookUp(ESCAPES, one)),
    advice:
      'It does once its backslashes are resolved: both texts seem to be escaped twice. Write each character as it stands in the file.',
  },
  {
    undo: (old) => old.replaceAll(/&(?:lt|gt|quot|#39|apos|amp);/g, (one) => lookUp(ENTITIES, one)),
    advice:
      'It does once its entities are resolved: write < > & and quotes as they stand in the file, in both texts.',
  },
  {
    undo(old) {
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

/** Why a text that is not in a file may have been expected there, or what is nearest to it, with what to do. Pure. */
export function diagnoseMiss(lines: readonly string[], wanted: Replacement): string {
  const known = explainDisguise(lines, wanted.old) ?? findLookalike(lines, wanted.old)
  return known ?? describeNearest(lines, wanted.old) + describeMade(lines, wanted)
}

function explainDisguise(lines: readonly string[], old: string): string | null {
  const text = lines.join('\n')
  const found = DISGUISES.find(({ undo }) => {
    const meant = undo(old)
    return meant !== old && meant.trim().length >= LEAST_LENGTH && lineOf(text, meant) !== null
  })
  return found?.advice ?? null
}

function describeMade(lines: readonly string[], { old, fresh }: Replacement): string {
  if (fresh.trim().length < LEAST_MADE || old.includes(fresh)) return ''
  const line = lineOf(lines.join('\n'), fresh)
  if (line === null) return ''
  return ` What is to be put there stands at line ${line} already: if this change was made before, leave it.`
}

function lineOf(text: string, wanted: string): number | null {
  const [at] = indexOfAll(text, wanted, { advance: 1, most: 1 })
  return at === undefined ? null : text.slice(0, at).split('\n').length
}

/** The same text but for spacing inside of lines and for characters that look like others. */
function findLookalike(lines: readonly string[], old: string): string | null {
  const wanted = bare(old)
  if (wanted.length < LEAST_LENGTH || lineOf(trimmed(lines), trimmed(old.split('\n'))) !== null) return null
  const folded = lines.map(bare)
  const [at] = indexOfAll(folded.join(''), wanted, { advance: 1, most: 1 })
  if (at === undefined) return null
  let end = 0
  const index = folded.findIndex(({ length }) => {
    end += length
    return end > at
  })
  const shown = showUnusual(lines[index]?.trimEnd().slice(0, LENGTH_SHOWN).toWellFormed() ?? '')
  return `It does, from line ${index + 1} on, but with other spacing or other characters that look alike: ${shown}. Copy it exactly, or quote a part without those.`
}

/** Where this is the same, nothing differs but indentation and empty lines. */
const trimmed = (lines: readonly string[]): string => lines.flatMap((line) => line.trim() || []).join('\n')

const bare = (text: string): string =>
  text
    .split('\n')
    .map((line) => foldPlain(line.normalize('NFKC')).replaceAll(/\s/g, ''))
    .join('')

/** As JSON, and what is not ASCII as its code: nobody sees the difference otherwise. */
const showUnusual = (line: string): string =>
  JSON.stringify(line).replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
