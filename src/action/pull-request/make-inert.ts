/** Put inside a token so that GitHub no longer acts on it; it has no width and does not show. */
const BREAK = '\u200b'

const CLOSING_KEYWORD =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=[^A-Za-z0-9]{1,12}(?:#\d|GH-\d|[\w.-]+\/[\w.-]+#\d|https?:\/\/))/gi

/** Invisible or direction-turning characters, with which a text shows something else than it holds. */
const HIDDEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/**
 * Model-written text as GitHub should show it and not act on it: `@name` notifies nobody, `fixes #1` closes nothing,
 * `<!--` hides nothing. Also inside code: whether GitHub sees a span as code can be talked into either answer.
 */
export function makeInert(text: string): string {
  return withoutHiddenCharacters(text)
    .replace(/(?<![A-Za-z0-9_])@(?=[A-Za-z0-9])/g, `@${BREAK}`)
    .replace(CLOSING_KEYWORD, (keyword) => `${keyword.charAt(0)}${BREAK}${keyword.slice(1)}`)
    .replaceAll('<!--', `<${BREAK}!--`)
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
