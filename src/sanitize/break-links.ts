/**
 * The start of a text that GitHub turns into a link. Any character may precede it, such as one of emphasis. A backslash
 * before punctuation is not displayed.
 */
const ADDRESS = /(?:https?|ftp)(?=\\?:\\?\/\\?\/)|www(?=\\?\.)/gi
const OTHER_SCHEME = /(?<=mailto|xmpp)(?=\\?:)/gi

/** What follows the URL of the repository: nothing but punctuation, or a path, a query or a fragment. */
const END = /^[.,;:!?'")\]}>*_~`|]*(?:[\s<]|$)/
const BELOW = /^[/?#][^\s<]*/

/** Browsers resolve these, and then the link leaves the repository: a dot segment, in plain or encoded; a backslash. */
const WAY_OUT = /\/\.(?:\.(?![\w-])|(?![\w.-]))|%(?:2[5ef]|5c|[01])|\\/i
const MAX_LENGTH = 2000

/**
 * The text with a break in every URL, so that it is no link, except for URLs of this repository and below it, written as
 * GitHub writes them. Other paths of the same host can be as harmful as another host: some grant access to an account.
 */
export function breakLinks(text: string, repositoryUrl: string, separator: string): string {
  return text
    .replace(OTHER_SCHEME, separator)
    .replace(ADDRESS, (start: string, at: number, whole: string) =>
      whole.startsWith(repositoryUrl, at) && staysBelow(whole, at + repositoryUrl.length)
        ? start
        : start + separator,
    )
}

function staysBelow(text: string, end: number): boolean {
  const rest = text.slice(end, end + MAX_LENGTH)
  const below = BELOW.exec(rest)?.[0]
  if (below === undefined) return END.test(rest)
  return below.length < MAX_LENGTH && !WAY_OUT.test(below)
}
