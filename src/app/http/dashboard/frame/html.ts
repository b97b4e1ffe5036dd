import { setImmediate as nextTurn } from 'node:timers/promises'
import { html, raw } from 'hono/html'
import { readPackageFile } from '../assets/assets.ts'

/** Text of a page. Values that are put into it are escaped. */
export type Html = ReturnType<typeof html>

export { html, raw }

export const NOTHING: Html = raw('')

/** The parts, one after the other. */
export const join = (parts: readonly Html[]): Html => html`${parts}`

/** A message, whose backticks mark code as in Markdown. */
export const withCode = (text: string): Html =>
  html`${text.split(/`([^`\r\n]+)`/).map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`

/** UTF-16 units, each of which may become six. */
const PIECE = 32 * 1024

/** A text of any length. It is escaped in pieces, between which other work continues. */
export const longText = (text: string): Html => (text.length <= PIECE ? html`${text}` : escapeInPieces(text))

async function escapeInPieces(text: string): Promise<Awaited<Html>> {
  let escaped = ''
  for (let at = 0; at < text.length; at += PIECE) {
    escaped += String(html`${text.slice(at, at + PIECE)}`)
    await nextTurn()
  }
  return raw(escaped)
}

/** The finished text. All values of our pages are known when they are drawn. */
export function asText(part: Html): string {
  if (part instanceof Promise) throw new Error('a part of a page waits for something')
  return String(part)
}

const icons = new Map<string, Html>()

/** An octicon of 16 pixels, beside words that say the same: https://primer.style/octicons */
export function icon(name: string): Html {
  const known = icons.get(name)
  if (known !== undefined) return known
  const svg = readPackageFile('@primer/octicons', `build/svg/${name}-16.svg`).trim()
  const made = raw(
    svg.replace('<svg ', `<svg class="icon icon-${name}" aria-hidden="true" focusable="false" `),
  )
  icons.set(name, made)
  return made
}

/** Copies `value`. Without JavaScript people select the text, which stands beside it. `what`: its name. */
export const copyButton = (value: string, what: string): Html =>
  html`<clipboard-copy class="copy" value="${value}" role="button" tabindex="0" aria-label="Copy ${what}" data-copied="Copied">${icon('copy')}${icon('check')}</clipboard-copy>`

interface Column {
  readonly name: string
  /** The name is only read aloud: the cells say enough, for example as buttons. */
  readonly isHidden?: boolean
}

export interface StackedTable {
  readonly label: string
  readonly columns: readonly Column[]
  readonly rows: readonly { readonly cells: readonly Html[]; readonly isOver?: boolean }[]
}

/**
 * A table whose rows become blocks on a narrow screen, each cell with the name of its column. The roles keep it a table for
 * screen readers, as other values of `display` take them away: https://adrianroselli.com/2018/02/tables-css-display-properties-and-aria.html
 */
export function stackedTable({ label, columns, rows }: StackedTable): Html {
  const heads = columns.map(
    ({ name, isHidden = false }) =>
      html`<th scope="col" role="columnheader">${isHidden ? html`<span class="visually-hidden">${name}</span>` : name}</th>`,
  )
  const lines = rows.map(({ cells, isOver = false }) => {
    const drawn = cells.map((cell, at) => {
      const column = columns[at]
      if (column === undefined) throw new Error('a row has more cells than the table has columns')
      return column.isHidden === true
        ? html`<td role="cell" class="end-cell">${cell}</td>`
        : html`<td role="cell" data-label="${column.name}"><div>${cell}</div></td>`
    })
    return html`<tr role="row"${isOver ? html` class="over"` : NOTHING}>${join(drawn)}</tr>`
  })
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${label}"><table class="stack" role="table"><thead role="rowgroup"><tr role="row">${join(heads)}</tr></thead><tbody role="rowgroup">${join(lines)}</tbody></table></div>`
}
