/** Turns the indentation that the model wrote into that of the file. */
export type Reindent = (indent: string) => string

export interface IndentPair {
  readonly written: string
  readonly found: string
}

export const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? ''

/**
 * The rule that turns each written indentation into the found one: a constant prefix more, a constant prefix less, or
 * another unit (tabs instead of spaces, two spaces instead of four). `null`: no single rule explains all of them, and
 * the indentation of new lines would be a guess. Pure.
 */
export function inferReindent(pairs: readonly IndentPair[]): Reindent | null {
  const [first] = pairs
  if (first === undefined || pairs.every(({ written, found }) => written === found)) return (indent) => indent
  return inferMore(pairs, first) ?? inferLess(pairs, first) ?? inferUnit(pairs, first)
}

function inferMore(pairs: readonly IndentPair[], first: IndentPair): Reindent | null {
  const more = first.found.slice(0, Math.max(0, first.found.length - first.written.length))
  return pairs.every(({ written, found }) => found === more + written) ? (indent) => more + indent : null
}

function inferLess(pairs: readonly IndentPair[], first: IndentPair): Reindent | null {
  const less = first.written.slice(0, Math.max(0, first.written.length - first.found.length))
  if (!pairs.every(({ written, found }) => written === less + found)) return null
  return (indent) => (indent.startsWith(less) ? indent.slice(less.length) : '')
}

/** Both sides use one character each, and the lengths are in a constant ratio. */
function inferUnit(pairs: readonly IndentPair[], first: IndentPair): Reindent | null {
  const from = soleCharacter(pairs.map(({ written }) => written))
  const to = soleCharacter(pairs.map(({ found }) => found))
  if (from === null || to === null) return null
  // A single length says nothing about an offset. It is taken as a number of units.
  const other = pairs.find(({ written }) => written.length !== first.written.length) ?? NO_INDENT
  const slope = (first.found.length - other.found.length) / (first.written.length - other.written.length)
  const isUnit = Number.isInteger(slope) || Number.isInteger(1 / slope)
  if (!(slope > 0) || !isUnit) return null
  const lengthFor = (written: number) => first.found.length + (written - first.written.length) * slope
  if (!pairs.every(({ written, found }) => found.length === lengthFor(written.length))) return null
  return (indent) => {
    // An indentation in another unit is taken to be that of the file.
    if (indent !== from.repeat(indent.length)) return indent
    const length = Math.max(0, lengthFor(indent.length))
    const whole = Math.floor(length)
    return to.repeat(whole) + from.repeat(Math.round((length - whole) / slope))
  }
}

const NO_INDENT: IndentPair = { written: '', found: '' }

function soleCharacter(indents: readonly string[]): string | null {
  const used = new Set(indents.join(''))
  const [character] = used
  return used.size === 1 && character !== undefined ? character : null
}
