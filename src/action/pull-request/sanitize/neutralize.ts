import { breakLinks, type Hosts } from './break-links.ts'
import { GITHUB_SYNTAX } from './github-syntax.ts'

/** Put inside a token so that GitHub no longer acts on it; it has no width and does not show. */
export const BREAK = '\u200b'

/**
 * Invisible or direction-turning characters, with which a text shows something else than it holds. The joiners and the
 * last two variation selectors stay: emoji and some scripts are written with them.
 */
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/**
 * Model-written text as GitHub should show it and not act on it: nothing is fetched, hidden, notified, closed or
 * skipped, and no link leads to a host other than those given. Code is treated like the rest, because whether GitHub
 * sees a span as code can be talked into either answer; it reads as before, since a break does not show.
 */
export function neutralize(text: string, hosts: Hosts): string {
  const plain = breakLinks(withoutHiddenCharacters(text), hosts, BREAK)
  return GITHUB_SYNTAX.reduce((inert, { place }) => inert.replace(place, BREAK), plain)
}

/** Without control characters but for newline and tab, and without hidden ones. */
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

/** At most `limit` characters (UTF-16), an ellipsis included, never half a character. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')
  return `${cut.trimEnd()}…`
}
