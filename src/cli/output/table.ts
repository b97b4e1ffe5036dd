import { plainText } from './plain-text.ts'
import type { Channel } from './terminal.ts'

/** Columns for people, separated by tabs for programs. Cells may have any text. `styled` gets a cell that is padded already. */
export interface Column {
  readonly head: string
  readonly styled?: (cell: string, row: number) => string
}

export function table(
  { isTerminal, paint, columns: width }: Channel,
  columns: readonly Column[],
  given: readonly string[][],
): string {
  const rows = given.map((row) => row.map(plainText))
  if (!isTerminal) return rows.map((row) => `${row.join('\t')}\n`).join('')
  const widths = columns.map(({ head }, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  // The last column has the longest texts, and what is left of the line.
  const others = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0)
  widths[widths.length - 1] = Math.max(10, Math.min(widths.at(-1) ?? 0, width() - others - 1))
  const sized = (cell: string, at: number): string => {
    const room = widths[at] ?? 0
    const short = cell.length > room ? `${cell.slice(0, room - 1)}…` : cell
    return at === columns.length - 1 ? short : short.padEnd(room)
  }
  const head = paint.dim(columns.map((column, at) => sized(column.head, at)).join('  '))
  const lines = rows.map((row, number) =>
    row.map((cell, at) => columns[at]?.styled?.(sized(cell, at), number) ?? sized(cell, at)).join('  '),
  )
  return `${[head, ...lines].join('\n')}\n`
}
