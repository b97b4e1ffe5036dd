import { codeBeforeElements } from './mask-quoted.ts'

/**
 * What a person sees of a text on GitHub, for a model: without HTML comments, and with invisible characters as escapes. Emoji
 * and the letters of all scripts stay. Where it is uncertain what GitHub shows, a comment is left out. Pure.
 */
export function visibleText(text: string): string {
  const shown = withoutComments(text.replace(/\r\n?/g, '\n')).replace(TAGS, '$<flag>')
  return shown.replace(INVISIBLE, '').trim() === '' ? '' : shown.replace(INVISIBLE, showEscapes).trim()
}

/** Comments between which code is looked for. After the last, all are left out. */
const MOST_COMMENTS = 20
const BLANK_LINE = /\n[ \t]*(?=\n)/g

/** Comments in code are shown. */
function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text
  let shown = ''
  let at = 0
  for (let comments = 0; comments < MOST_COMMENTS; comments++) {
    const { end } = codeBeforeElements(text.slice(at))
    shown += text.slice(at, at + end)
    at += end
    if (!text.startsWith('<!--', at)) break
    // The rest of a paragraph that has HTML may be HTML, too, in which backticks mean nothing.
    for (let paragraph = at; ; ) {
      const close = text.indexOf('-->', at)
      if (close < 0) return shown
      if (paragraph <= close) {
        BLANK_LINE.lastIndex = close
        paragraph = BLANK_LINE.exec(text)?.index ?? text.length
      }
      const next = text.indexOf('<!--', close)
      at = next < 0 ? paragraph : Math.min(next, paragraph)
      shown += text.slice(close + '-->'.length, at)
      if (at === paragraph) break
    }
  }
  return shown + text.slice(at).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
}

/** Letters that nothing shows, which spell a text. The flags of England, Scotland and Wales are made of them. */
const TAGS =
  /(?<flag>\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]+/gu
/** Without the joiners and the variation selectors of emoji and scripts, and the tags of flags. */
const INVISIBLE =
  /(?:(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0000}-\u{e007f}])\p{Default_Ignorable_Code_Point}|[^\P{Cc}\n\t])+/gu
const MOST_ESCAPES = 8

function showEscapes(run: string): string {
  const characters = Array.from(run.slice(0, 2 * MOST_ESCAPES), (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`
  })
  const shown = characters.slice(0, MOST_ESCAPES).join('')
  return characters.length <= MOST_ESCAPES ? shown : `${shown}…`
}
