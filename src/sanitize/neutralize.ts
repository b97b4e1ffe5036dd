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
  const plain = breakLinks(withoutHiddenCharacters(text), repositoryUrl)
  return GITHUB_SYNTAX.reduce((inert, { at }) => inert.replace(at, BREAK), plain)
}

/** Removes invisible characters and control characters, except for newline and tab. */
export function withoutHiddenCharacters(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
}

/** What GitHub displays of a text: without HTML comments and invisible characters. */
export const shownText = (text: string): string =>
  withoutHiddenCharacters(text.replace(/<!--[\s\S]*?(?:-->|$)/g, '')).trim()

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
function breakLinks(text: string, repositoryUrl: string): string {
  return text
    .replace(OTHER_SCHEME, BREAK)
    .replace(ADDRESS, (start: string, at: number, whole: string) =>
      whole.startsWith(repositoryUrl, at) && staysBelow(whole, at + repositoryUrl.length)
        ? start
        : start + BREAK,
    )
}

function staysBelow(text: string, end: number): boolean {
  const rest = text.slice(end, end + MAX_LENGTH)
  const below = BELOW.exec(rest)?.[0]
  if (below === undefined) return END.test(rest)
  return below.length < MAX_LENGTH && !WAY_OUT.test(below)
}

interface GitHubSyntax {
  readonly what: string
  /** The position inside the syntax where a break disables it. */
  readonly at: RegExp
}

/**
 * Text on which GitHub, or a bot or an issue tracker connected to it, acts. A backslash before punctuation is not displayed, so patterns allow for it. A full-width
 * character counts as the plain one, in case a text is normalised later. The rules do not distinguish code.
 */
const GITHUB_SYNTAX: readonly GitHubSyntax[] = [
  {
    what: 'a reference by URL, which appears in the issue and can close it: https://github.com/o/r/issues/1',
    at: /(?<=https?|www)(?=(?:\\?:\\?\/\\?\/|\\?\.)\S{1,500}?\\?\/(?:issues|pulls?|discussions)\\?\/)/gi,
  },
  // Not the keyword before it, which may have any spelling, markup and number of spaces.
  { what: 'a reference by number: #1, owner/repository#1', at: /(?<=[#\uff03\ufe5f])(?=\p{Nd})/gu },
  {
    what: 'the same as GH-1',
    at: /(?<=(?<![A-Za-z0-9])[Gg\uff27\uff47])(?=[Hh\uff28\uff48]\\?[-\uff0d\ufe63]\p{Nd})/gu,
  },
  // After a letter or digit it is an email address. After an underscore it is not, which may be emphasis.
  {
    what: 'a mention: @name',
    at: /(?<=(?<![A-Za-z0-9])[@\uff20\ufe6b])(?=[A-Za-z0-9\uff10-\uff19\uff21-\uff3a\uff41-\uff5a])/g,
  },
  {
    what: 'a commit of another repository, which becomes a link: owner/repository@0123abc',
    at: /(?<=@)(?=[0-9a-f]{7,40}(?![0-9a-z]))/gi,
  },
  { what: 'an entity, which spells any of these: &#64;', at: /(?<=&)(?=#?[A-Za-z0-9]{1,40};)/g },
  // GitHub fetches the image when somebody opens the page. Its URL can leak data.
  { what: 'an image: ![text](address)', at: /(?<=!)(?=\[)/g },
  // With the break, the URL is displayed.
  { what: 'a link that displays a text instead of its URL', at: /(?<=\])(?=[(:])/g },
  // All HTML: images and media are fetched, comments are hidden. `<https://…>` is a plain link.
  { what: 'HTML', at: /(?<=<)(?=[A-Za-z/!?])(?!https?:\/\/[^\s<>]+>)/gi },
  {
    what: 'a code block that GitHub renders: diagrams can contain images, and a suggestion can be committed',
    at: /(?=mermaid|geojson|topojson|stl|suggestion)(?<=(?:`{3}|~{3})[^\S\n]*)/gi,
  },
  {
    what: 'the same in a formula: $\\href{address}{text}$',
    at: /(?<=\\)(?=(?:href|url|includegraphics|require|style|class|cssId)(?![A-Za-z]))/g,
  },
  // A squash puts title and body of the pull request into the message of its commit.
  {
    what: 'a directive that skips workflows: [skip ci], [ci skip], [no ci], [skip actions], ***NO_CI***',
    at: /(?<=\[)(?=[^[\]\n]{0,40}?(?<![a-z])(?:skip|no[\s_-]?ci)(?![a-z])[^[\]\n]{0,40}\])|(?<=\*\*\*NO)(?=_CI)/gi,
  },
  {
    what: 'a trailer that names people or instructs a program: Signed-off-by: A <a@example.com>, Change-Id: I1',
    at: /(?<=^[^\S\n]*(?:[a-z][a-z-]{0,60}-by|on-behalf-of|(?:skip|request)-checks|change-id|depends-on|(?:closes|partial|related)-bug|release-as))(?=[^\S\n]*:)/gim,
  },
  {
    what: 'a directive for the next version: +semver: major, #minor',
    at: /(?<=\+semver)(?=[^\S\n]?:)|(?<=#)(?=(?:major|minor|patch|none)(?![\w-]))/gi,
  },
  // Jira, Linear and YouTrack link every key. Names of standards have the same form.
  {
    what: 'a key of an issue tracker, also that of a command: ENG-123, PROJ-1 #close',
    at: /(?=\\?-\p{Nd})(?<=(?<![A-Za-z0-9_])(?!(?:AES|CVE|CWE|ISO|RFC|SHA|UTF)-)[A-Z][A-Z0-9_]{1,30})/gu,
  },
  {
    what: 'a key in any letter case after a magic word, and keys of ClickUp and Shortcut: fixes eng-123, CU-86abc, sc-1',
    at: /(?=\\?-\p{Nd})(?<=(?:fix|clos|resolv|complet|implement|ref|relat|part of|contribut|toward)[a-z]{0,8}(?: to| with)?[\s:*_~`([]{1,20}(?:[a-z][a-z0-9_]{0,30}\\?-\p{Nd}{1,9}(?:,? and|[,&])\s{1,3}){0,9}[a-z][a-z0-9_]{0,30}|(?<![a-z0-9])sc)|(?<=(?<![a-z0-9])cu)(?=-[a-z0-9]{5})/giu,
  },
  {
    what: 'a message of release-please in place of that of the commit: BEGIN_COMMIT_OVERRIDE',
    at: /(?<=BEGIN_)(?=(?:COMMIT_OVERRIDE|NESTED_COMMIT))/g,
  },
  { what: 'a command to a bot: /merge at the beginning of a line', at: /(?<=^[^\S\n]*\/)(?=[A-Za-z])/gm },
  {
    what: 'the same in words: bors r+, ok to test, retest this please, r? name',
    at: /(?<=^[^\S\n]*b)(?=ors[\s:])|(?<=^[^\S\n]*(?:ok|add))(?= to (?:test|whitelist)\b)|(?<=^[^\S\n]*(?:re)?test)(?= this please\b)|(?<=(?<![\w-])r)(?=\?\s)/gim,
  },
]
