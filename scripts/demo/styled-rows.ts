import Anser from 'anser'

/** Text of one style, without white space at its ends. */
export interface StyledText {
  readonly column: number
  readonly text: string
  readonly colour: string | null
  readonly decorations: readonly string[]
}

type Cell = Omit<StyledText, 'column' | 'text'> & { readonly character: string }

/** The rows that a line with escape sequences takes on a terminal of so many columns, wrapped between words. */
export const styledRows = (line: string, columns: number): StyledText[][] =>
  wrap(cellsOf(line), columns).map(joinCells)

function cellsOf(line: string): Cell[] {
  const parts = Anser.ansiToJson(line, { json: true, use_classes: true, remove_empty: true })
  return parts.flatMap(({ content, fg, decorations }) =>
    [...content].map((character) => ({ character, colour: fg || null, decorations })),
  )
}

/** What continues a line stands under its text: after its indentation, and after a label with two spaces behind it. */
function wrap(cells: readonly Cell[], columns: number): Cell[][] {
  const space: Cell = { character: ' ', colour: null, decorations: [] }
  const indent = /^ *(?:\S+ {2,})?/.exec(textOf(cells))?.[0].length ?? 0
  const rows: Cell[][] = []
  let rest = [...cells]
  while (rest.length > columns) {
    const lastSpace = rest.slice(0, columns + 1).findLastIndex(({ character }) => character === ' ')
    const end = lastSpace > indent ? lastSpace : columns
    rows.push(rest.slice(0, end))
    const next = rest.slice(lastSpace > indent ? end + 1 : end)
    rest = [...Array<Cell>(indent).fill(space), ...next]
  }
  return [...rows, rest]
}

function joinCells(row: readonly Cell[]): StyledText[] {
  const texts: StyledText[] = []
  row.forEach(({ character, colour, decorations }, column) => {
    const last = texts.at(-1)
    if (last && last.colour === colour && last.decorations.join() === decorations.join()) {
      texts[texts.length - 1] = { ...last, text: last.text + character }
    } else {
      texts.push({ column, text: character, colour, decorations })
    }
  })
  return texts.flatMap(trimText)
}

function trimText(styled: StyledText): StyledText[] {
  const text = styled.text.trim()
  const leading = styled.text.length - styled.text.trimStart().length
  return text === '' ? [] : [{ ...styled, text, column: styled.column + leading }]
}

const textOf = (cells: readonly Cell[]): string => cells.map(({ character }) => character).join('')
