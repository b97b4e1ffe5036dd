import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { type Html, html, raw } from '../frame/html.ts'

/** Longer texts are cut: the time that the parser takes grows faster than the text. */
const LIMIT = 10_000
/** Characters that the parser may take for markup. Its time grows with the square of their number: 1,000 take 0.1 s. */
const MARK = /[*_~[\]!<>&|`+\n-]|\d[.)]/g
const MOST_MARKS = 1_000

/**
 * Markdown of a model as HTML. HTML in it is shown as text, and links with scripts go nowhere, as micromark does by
 * default (https://github.com/micromark/micromark#security). Images are links, so that the page loads nothing that the
 * model names, and the target of a link learns nothing of this page. A text with more marks than people write is shown as
 * it is.
 */
export function markdown(given: string): Html {
  const text = given.slice(0, LIMIT)
  const isIntricate = (text.match(MARK)?.length ?? 0) > MOST_MARKS
  return isIntricate ? html`<pre tabindex="0">${text}</pre>` : raw(format(text))
}

const format = (text: string): string =>
  micromark(text, {
    extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmHtml()],
  })
    .replaceAll('<a href=', '<a rel="nofollow noopener noreferrer" href=')
    .replaceAll('<table>', '<div class="table-scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
