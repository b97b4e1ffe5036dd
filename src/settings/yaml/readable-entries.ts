import { type Document, isMap, isNode, type Pair } from 'yaml'

export interface ErrorOffsets {
  /** Found by the parser, which continues with a guess. */
  readonly syntax: readonly number[]
  /** Found in what it read. */
  readonly wrong: readonly number[]
}

/** Nobody is told of more mistakes, and each is compared with each entry. */
const MAX_ERRORS = 20

/**
 * Removes the entries of the top-level map that an error touches: the parser guesses their values. Returns whether others
 * are left, which mean what they say.
 */
export function keepReadableEntries(
  { contents }: Document,
  { syntax, wrong }: ErrorOffsets,
  columnOf: (offset: number) => number,
): boolean {
  if (!isMap(contents) || syntax.length + wrong.length >= MAX_ERRORS) return false
  const starts = contents.items.map(startOf)
  const [first = 0] = starts
  contents.items = contents.items.filter((_, index) => {
    const [from, to] = [starts[index] ?? 0, starts[index + 1] ?? Number.POSITIVE_INFINITY]
    // The parser may notice an error of an entry only where the next one starts.
    const isGuess = syntax.some((offset) => from <= offset && offset <= to)
    const isMisplaced = columnOf(from) !== columnOf(first)
    return !isGuess && !isMisplaced && !wrong.some((offset) => from <= offset && offset < to)
  })
  return contents.items.length > 0
}

const startOf = ({ key }: Pair): number => (isNode(key) ? key.range?.[0] : undefined) ?? 0
