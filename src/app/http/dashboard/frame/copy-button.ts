import { FRAME_WORDS } from '../words/frame-words.ts'
import { type Html, html } from './html.ts'
import { icon } from './icon.ts'
import type { View } from './view.ts'

/** Copies `value`. Without JavaScript people select the text, which stands beside it. `what`: its name. */
export const copyButton = (view: View, value: string, what: string): Html => {
  const words = view.say(FRAME_WORDS)
  return html`<clipboard-copy class="copy" value="${value}" role="button" tabindex="0" aria-label="${words.copy(what)}" data-copied="${words.copied}">${icon('copy')}${icon('check')}</clipboard-copy>`
}
