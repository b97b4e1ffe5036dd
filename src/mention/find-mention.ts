import { COMMENT_COMMAND } from '../contract/github.ts'
import { withoutHiddenCharacters } from '../sanitize/neutralize.ts'
import { closeVerb, VERBS, type Verb } from './close-verb.ts'
import { maskQuoted } from './mask-quoted.ts'

/** What a comment asks for. A prompt without text asks for the work that the issue describes. */
export type Mention =
  | { readonly kind: 'verb'; readonly verb: Verb }
  /** A single word that resembles a verb: ask what is meant. */
  | { readonly kind: 'typo'; readonly word: string; readonly verb: Verb }
  | { readonly kind: 'prompt'; readonly text: string }

/** The beginning of a line, which works whatever the App is called. */
const COMMAND = new RegExp(`^ {0,3}${COMMENT_COMMAND}(?=[\\s:,]|$)`, 'm')

/** `@slug`, as GitHub recognizes mentions: a login has letters, digits and hyphens, in any letter case. */
const mentionOf = (slug: string): RegExp =>
  new RegExp(`(?<![\\w@/.\\\\\`-])@${escapeRegExp(slug)}(?:\\[bot\\])?(?![\\w/-])`, 'i')

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&')

/** A quick look before a comment is stored: false if `findMention` would find nothing, whatever the App is called. */
export const mayMention = (text: string): boolean => /\/prentice|@[a-z\d]/i.test(text)

/**
 * The first mention of the App in a comment; `null`: none. `slug`: the name of the App in its address on GitHub, or `null`
 * if there is no App. Pure.
 */
export function findMention(text: string, slug: string | null): Mention | null {
  const masked = maskQuoted(text)
  const found = first(COMMAND.exec(masked), slug === null ? null : mentionOf(slug).exec(masked))
  if (found === null) return null
  const from = found.index
  // In the text itself: code that follows the mention belongs to the prompt.
  const to = endOfSeparators(text, from + found[0].length)
  const verb = verbAt(text, from, to)
  if (verb !== null) return { kind: 'verb', verb }
  return typoAt(text, from, to) ?? { kind: 'prompt', text: promptOf(text, from, to) }
}

function endOfSeparators(text: string, from: number): number {
  let to = from
  while (' \t:,'.includes(text[to] ?? '-')) to += 1
  return to
}

function first(a: RegExpExecArray | null, b: RegExpExecArray | null): RegExpExecArray | null {
  if (a === null || b === null) return a ?? b
  return a.index <= b.index ? a : b
}

/** A verb stands alone with its mention in a line: "stop using tabs" is a prompt. */
function verbAt(text: string, from: number, to: number): Verb | null {
  if (!beginsLine(text, from)) return null
  const [line = ''] = text.slice(to).split('\n', 1)
  const word = shown(line).replace(/[.!]$/, '').toLowerCase()
  return VERBS.find((verb) => verb === word) ?? null
}

/** Unlike a verb, it is all that follows: more text makes it a prompt. */
function typoAt(text: string, from: number, to: number): Mention | null {
  if (!beginsLine(text, from)) return null
  const word = shown(text.slice(to)).replace(/[.!?]$/, '')
  const verb = closeVerb(word)
  return verb === null ? null : { kind: 'typo', word, verb }
}

const beginsLine = (text: string, at: number): boolean =>
  at === 0 || text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === ''

/**
 * The whole comment without the mention and without what GitHub does not display. What follows a mention at the
 * beginning of a line comes first, since it is what is asked for, and gives the job its title.
 */
function promptOf(text: string, from: number, to: number): string {
  const [before, after] = [shown(text.slice(0, from)), shown(text.slice(to))]
  if (!beginsLine(text, from)) return `${before} ${after}`.trim()
  return [after, before].filter((part) => part !== '').join('\n\n')
}

const shown = (text: string): string =>
  withoutHiddenCharacters(text.replace(/<!--[\s\S]*?(?:-->|$)/g, '')).trim()
