import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { type Html, raw } from '../frame/html.ts'

/** Longer texts are cut: the time that the parser takes grows faster than the text. */
const LIMIT = 10_000

/**
 * Markdown of a model as HTML. HTML in it is shown as text, and links with scripts go nowhere, as micromark does by
 * default (https://github.com/micromark/micromark#security). Images are links, so that the page loads nothing that the
 * model names, and the target of a link learns nothing of this page.
 */
export const markdown = (text: string): Html =>
  raw(
    micromark(text.slice(0, LIMIT), {
      extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
      htmlExtensions: [gfmHtml()],
    })
      .replaceAll('<a href=', '<a rel="nofollow noopener noreferrer" href=')
      .replaceAll('<table>', '<div class="table-scroll" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>'),
  )
