import { type Html, html, join, NOTHING } from './html.ts'

export interface Column {
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
