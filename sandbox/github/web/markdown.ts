import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { escapeHtml } from '../shapes/escape-html.ts'

/** The parser's time grows faster than the text. */
const LIMIT = 20_000

/**
 * A text as GitHub shows it: GitHub's Markdown, line ends as line breaks, comments of HTML invisible, and `#1` as a link if
 * `threadPath` knows the number. Of HTML, only the tags in `ALLOWED` remain, without attributes; so no script, style or
 * address comes from it. Addresses of Markdown are checked by micromark (https://github.com/micromark/micromark#security).
 */
export const markdown = (text: string, threadPath: (number: number) => string | null): string => {
  if (text.length > LIMIT) return `<pre>${escapeHtml(text)}</pre>`
  // Two spaces at the end of a line are a line break.
  const html = micromark(text.replace(/(?<=\S)[ \t]*(?=\r?\n|\r)/g, '  '), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml(), allowedHtml],
  })
  return linkNumbers(html, threadPath)
}

const ALLOWED = new Set(
  'b blockquote br code dd del details dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li ol p pre s strong sub summary sup table tbody td th thead tr ul'.split(
    ' ',
  ),
)

type HtmlExtension = ReturnType<typeof gfmHtml>
type Handle = NonNullable<NonNullable<HtmlExtension['enter']>['htmlFlow']>

const enterHtml: Handle = function () {
  this.lineEndingIfNeeded()
  this.buffer()
}
const enterHtmlText: Handle = function () {
  this.buffer()
}
/** Instead of what the parser wrote since `enter`. */
const exitHtml: Handle = function (token) {
  this.resume()
  this.raw(sanitize(this.sliceSerialize(token)))
}

const allowedHtml: HtmlExtension = {
  enter: { htmlFlow: enterHtml, htmlText: enterHtmlText },
  exit: { htmlFlow: exitHtml, htmlText: exitHtml },
}

/** A comment, to the end if nothing ends it; a tag; a `<` that begins neither. */
const PIECE = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z\d]*)(\s[^<>]*)?\/?>|[<>]/gi

const sanitize = (html: string): string =>
  html.replace(PIECE, (piece, slash: string | undefined, name = '', attributes = '') => {
    if (piece === '<' || piece === '>') return escapeHtml(piece)
    const tag = name.toLowerCase()
    if (!ALLOWED.has(tag)) return ''
    return `<${slash}${tag}${tag === 'details' && /\sopen\b/i.test(attributes) ? ' open' : ''}>`
  })

/** Whole links and code, or a single tag; what is between them is text. */
const MARKUP = /(<(a|code|pre)\b[^>]*>[\s\S]*?<\/\2>|<[^>]*>)/

const linkNumbers = (html: string, threadPath: (number: number) => string | null): string =>
  html
    .split(MARKUP)
    .map((part, index) => {
      // The groups of the expression stand in the list, too.
      if (index % 3 === 2) return ''
      return index % 3 === 1
        ? part
        : part.replace(/(?<![\w&/])#(\d{1,9})\b/g, (found, number) => {
            const path = threadPath(Number(number))
            return path === null ? found : `<a href="${escapeHtml(path)}">${found}</a>`
          })
    })
    .join('')
