import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { type Html, html, raw } from '../frame/html.ts'

/** Longer texts are cut: the time that the parser takes grows faster than the text. */
const LIMIT = 10_000
/**
 * Everything at which the parser may begin something: each ASCII punctuation, tab and line end, and each word, before which it
 * looks for links and addresses. Its time grows with the square of their number.
 */
const PART = /[a-z\d]+|[!-/:-@[-`{-~\t\r\n]/gi
/** Those that take it twice as long: a line end may continue each open block, a bracket looks for each open one. */
const SLOW_PART = /[[\]\r\n]/g
/** The worst texts that we found with so many take 25 ms. */
const MOST_PARTS = 2_000
/** Where a bare link may begin: the parser reads on to the next blank, and again from the next such place. */
const BARE_LINK = /www\.|https?:/gi
const MOST_BARE_LINKS = 150
/** A line that opens this many lists and quotes within each other: for each, the parser reads the rest of the line again. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$))){10}/m
/** The parser adds the cells that the rows of a table lack: three kilobytes of text would become half a megabyte. */
const MOST_CELLS = 5_000

/**
 * Markdown of a model as HTML. HTML in it is shown as text, and links with scripts go nowhere, as micromark does by
 * default (https://github.com/micromark/micromark#security). Images are links, so that the page loads nothing that the
 * model names, and the target of a link learns nothing of this page. A text with more parts than people write is shown as
 * it is.
 */
export function markdown(given: string): Html {
  const text = given.slice(0, LIMIT)
  return isIntricate(text) ? html`<pre tabindex="0">${text}</pre>` : raw(format(text))
}

const isIntricate = (text: string): boolean =>
  countOf(text, PART) + countOf(text, SLOW_PART) > MOST_PARTS ||
  countOf(text, BARE_LINK) > MOST_BARE_LINKS ||
  DEEP.test(text) ||
  mostCells(text) > MOST_CELLS

/** If the line with the most columns began a table that continues to the end. */
function mostCells(text: string): number {
  const lines = text.split(/[\r\n]/)
  return lines.length * lines.reduce((most, line) => Math.max(most, countOf(line, /\|/g) + 1), 0)
}

const countOf = (text: string, form: RegExp): number => text.match(form)?.length ?? 0

const format = (text: string): string =>
  micromark(text, {
    extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmHtml()],
  })
    .replaceAll('<a href=', '<a rel="nofollow noopener noreferrer" href=')
    .replaceAll('<table>', '<div class="table-scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
