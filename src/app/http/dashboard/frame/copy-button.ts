import { type Html, html } from './html.ts'
import { icon } from './icon.ts'

/** Copies `value`. Without JavaScript people select the text, which stands beside it. `what`: its name. */
export const copyButton = (value: string, what: string): Html => {
  return html`<clipboard-copy class="copy" value="${value}" role="button" tabindex="0" aria-label="Copy ${what}" data-copied="Copied">${icon('copy')}${icon('check')}</clipboard-copy>`
}
