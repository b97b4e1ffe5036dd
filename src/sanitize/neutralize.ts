import { breakLinks } from './break-links.ts'
import { GITHUB_SYNTAX } from './github-syntax.ts'

/** Disables GitHub syntax when it is inserted into it. It has no width and is invisible. */
export const BREAK = '\u200b'

/**
 * Invisible characters and those that change the direction, with which a text displays something else than it contains.
 * The joiners and the last two variation selectors stay, since emoji and some scripts need them.
 */
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/**
 * A text of a model that GitHub displays without acting on it: nothing is fetched, hidden, notified, closed or skipped,
 * no bot is told anything, and links lead only to the given repository. Code is treated like other text, because a hostile text can influence what
 * GitHub recognizes as code. It looks the same, since a break is invisible.
 */
export function neutralize(text: string, repositoryUrl: string): string {
  const plain = breakLinks(withoutHiddenCharacters(text), repositoryUrl, BREAK)
  return GITHUB_SYNTAX.reduce((inert, { at }) => inert.replace(at, BREAK), plain)
}

/** Removes invisible characters and control characters, except for newline and tab. */
export function withoutHiddenCharacters(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
}

/** One line, single spaces. */
export function asOneLine(text: string): string {
  return withoutHiddenCharacters(text).replace(/\s+/g, ' ').trim()
}

/** At most `limit` UTF-16 units including the ellipsis, without half a character; nothing when there is no room for one. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  if (limit < 1) return ''
  const cut = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')
  return `${cut.trimEnd()}…`
}
