import { COMMENT_COMMAND } from '../contract/github.ts'
import { Mode } from '../contract/job.ts'
import { shownText } from '../sanitize/neutralize.ts'
import { closeVerb, VERBS, type Verb } from './close-verb.ts'
import { maskQuoted, startOfMail } from './mask-quoted.ts'

/**
 * What a comment asks for. A prompt without text asks for the work that the issue describes. `mode`: the word after the
 * command; absent: none, so the prompt asks for a change.
 */
export type Mention =
  | { readonly kind: 'verb'; readonly verb: Verb }
  /** A single word that resembles a verb: ask what is meant. */
  | { readonly kind: 'typo'; readonly word: string; readonly verb: Verb }
  | { readonly kind: 'prompt'; readonly text: string; readonly mode?: Mode }

/** What keyboards, editors and copied texts insert without showing it, such as a byte order mark. */
const HIDDEN = '\\p{Default_Ignorable_Code_Point}'

/** The beginning of a line, which works whatever the App is called. Phones begin a line with a capital. */
const COMMAND = new RegExp(
  `^ {0,3}(?:${HIDDEN}{1,9} {0,3})?${COMMENT_COMMAND}(?=${HIDDEN}{0,9}(?:[\\s:,]|$))`,
  'imu',
)

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
export function findMention(comment: string, slug: string | null): Mention | null {
  const { text, masked } = ownPart(comment)
  return mentionIn(text, masked, slug)
}

/** Without the message to which the author has replied by email. */
function ownPart(comment: string): { readonly text: string; readonly masked: string } {
  const masked = maskQuoted(comment)
  const end = startOfMail(masked, comment)
  return { text: comment.slice(0, end), masked: masked.slice(0, end) }
}

/** More commands and prompts of a comment than these are left out. */
export const MAX_MENTIONS = 5
export const MORE_LEFT_OUT = `Only the first ${MAX_MENTIONS} requests of a comment are carried out. Write another comment for the others.`

/**
 * What a comment asks for, in its order: each command, and what stands before and after it. The text below a command is a
 * prompt, and needs no mention. Empty: nothing. Pure.
 */
export function findMentions(comment: string, slug: string | null): readonly Mention[] {
  const { text, masked } = ownPart(comment)
  const mentions: Mention[] = []
  let done = 0
  for (const { from, end, verb } of verbsIn(text, masked, slug)) {
    mentions.push(...promptIn(text, masked, slug, { from: done, to: from }), { kind: 'verb', verb })
    done = end
    if (mentions.length > MAX_MENTIONS) return mentions
  }
  return [...mentions, ...promptIn(text, masked, slug, { from: done, to: text.length })]
}

/**
 * Where a signature begins (https://www.rfc-editor.org/rfc/rfc3676#section-4.3), or what a mail program writes there or
 * above the text that it quotes.
 */
const SIGNATURE =
  /^(?:_{20,}\s*(?![\s\S])|(?:-- *|(?:Sent from (?:my|Mail|Outlook|Yahoo|Proton)|Get Outlook for)\b.{0,60}|On [^\n]{1,200}(?:\n[^\n]{0,200})?wrote: *)$)/m

function promptIn(
  text: string,
  masked: string,
  slug: string | null,
  { from, to }: { readonly from: number; readonly to: number },
): Mention[] {
  const [own, part] = [masked.slice(from, to), text.slice(from, to)]
  const found = mentionIn(part, own, slug)
  if (found !== null) return [found]
  if (from === 0) return []
  const signature = own.search(SIGNATURE)
  const [said, below] = signature < 0 ? [own, part] : [own.slice(0, signature), part.slice(0, signature)]
  return shownText(said) === '' ? [] : [{ kind: 'prompt', text: shownText(below) }]
}

interface FoundVerb {
  readonly verb: Verb
  readonly from: number
  /** The end of its line. */
  readonly end: number
}

function* verbsIn(text: string, masked: string, slug: string | null): Generator<FoundVerb> {
  const starts = [COMMAND, ...(slug === null ? [] : [mentionOf(slug)])].flatMap((pattern) => [
    ...masked.matchAll(new RegExp(pattern, `${pattern.flags}g`)),
  ])
  let last = 0
  for (const { 0: mention, index: from } of starts.toSorted((a, b) => a.index - b.index)) {
    // Only the first mention of a line can begin it: a long line is not looked at for each.
    const isFirst = last === 0 || masked.slice(last, from).includes('\n')
    last = from + mention.length
    if (!isFirst) continue
    const verb = verbAt(text, from, endOfSeparators(text, from + mention.length))
    const end = text.indexOf('\n', from)
    if (verb !== null) yield { verb, from, end: end < 0 ? text.length : end }
  }
}

function mentionIn(text: string, masked: string, slug: string | null): Mention | null {
  const found = first(COMMAND.exec(masked), slug === null ? null : mentionOf(slug).exec(masked))
  if (found === null) return null
  const from = found.index
  // In the text itself: code that follows the mention belongs to the prompt.
  const to = endOfSeparators(text, from + found[0].length)
  const verb = verbAt(text, from, to)
  if (verb !== null) return { kind: 'verb', verb }
  return typoAt(text, from, to) ?? promptAt(text, from, to)
}

/** A mode is the first word after the command, as a whole: `plan.md is wrong` and `ask-user fails` ask for a change. */
const MODE = new RegExp(`(?:${Mode.options.join('|')})(?=[\\s:,]|${HIDDEN}|$)`, 'iuy')

function promptAt(text: string, from: number, to: number): Mention {
  MODE.lastIndex = to
  const [word = ''] = (beginsLine(text, from) && MODE.exec(text)) || []
  const mode = Mode.safeParse(word.toLowerCase()).data
  if (mode === undefined) return { kind: 'prompt', text: promptOf(text, from, to) }
  return { kind: 'prompt', text: promptOf(text, from, endOfSeparators(text, to + word.length)), mode }
}

const SEPARATORS = new RegExp(`(?:[ \\t:,]|${HIDDEN})*`, 'uy')

function endOfSeparators(text: string, from: number): number {
  SEPARATORS.lastIndex = from
  SEPARATORS.test(text)
  return SEPARATORS.lastIndex
}

function first(a: RegExpExecArray | null, b: RegExpExecArray | null): RegExpExecArray | null {
  if (a === null || b === null) return a ?? b
  return a.index <= b.index ? a : b
}

/** A verb stands alone with its mention in a line: "stop using tabs" is a prompt. */
function verbAt(text: string, from: number, to: number): Verb | null {
  if (!beginsLine(text, from)) return null
  const [line = ''] = text.slice(to).split('\n', 1)
  const word = shownText(line).replace(/[.!]$/, '').toLowerCase()
  return VERBS.find((verb) => verb === word) ?? null
}

/** Unlike a verb, it is all that follows: more text makes it a prompt. */
function typoAt(text: string, from: number, to: number): Mention | null {
  if (!beginsLine(text, from)) return null
  const word = shownText(text.slice(to)).replace(/[.!?]$/, '')
  const verb = closeVerb(word)
  return verb === null ? null : { kind: 'typo', word, verb }
}

const beginsLine = (text: string, at: number): boolean =>
  at === 0 || shownText(text.slice(text.lastIndexOf('\n', at - 1) + 1, at)) === ''

/**
 * The whole comment without the mention and without what GitHub does not display. What follows a mention at the
 * beginning of a line comes first, since it is what is asked for, and gives the job its title.
 */
function promptOf(text: string, from: number, to: number): string {
  const [before, after] = [shownText(text.slice(0, from)), shownText(text.slice(to))]
  if (!beginsLine(text, from)) return `${before} ${after}`.trim()
  return [after, before].filter((part) => part !== '').join('\n\n')
}
