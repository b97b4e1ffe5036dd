/**
 * A comparison with globs: yields how many steps each part of it took, so that the caller can let other work go on or give
 * up, and returns the answer.
 */
export type Comparison = Generator<number, boolean, void>

/** The answer of a comparison, in one turn: for a single path or name, or where nothing else waits. */
export function finish(comparison: Comparison): boolean {
  for (let next = comparison.next(); ; next = comparison.next()) if (next.done === true) return next.value
}

/** GitHub shows no longer name. It limits the steps of one comparison. */
const MAX_NAME = 4096

/** Whether one of the globs matches a name; none at all: every name. Pure. */
export function matchNames(globs: readonly string[]): (name: string) => Comparison {
  return function* (name) {
    if (globs.length === 0) return true
    if (name.length > MAX_NAME) return false
    for (const glob of globs) {
      yield stepsOfName(glob, name)
      if (matchName(glob, name)) return true
    }
    return false
  }
}

/** Most steps of `matchName`, in comparisons of characters: at most three nanoseconds each. */
export const stepsOfName = (pattern: string, text: string): number =>
  pattern.includes('*') ? pattern.length * text.length : 1

/**
 * Not a regular expression: one with many `*` backtracks for hours, and patterns also come from settings files. Each piece
 * between two `*` is taken where it occurs first, which is at most quadratic.
 */
export function matchName(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern.length === text.length && isAt(pattern, text, 0)
  const [first = '', ...pieces] = pattern.split('*')
  const last = pieces.pop() ?? ''
  const end = text.length - last.length
  if (end < first.length || !isAt(first, text, 0) || !isAt(last, text, end)) return false
  let from = first.length
  for (const piece of pieces) {
    const found = find(piece, text, from)
    if (found < 0 || found + piece.length > end) return false
    from = found + piece.length
  }
  return true
}

/** Where the piece occurs first, not before `from`; -1: nowhere. */
function find(piece: string, text: string, from: number): number {
  if (!piece.includes('?')) return text.indexOf(piece, from)
  for (let at = from; at + piece.length <= text.length; at++) if (isAt(piece, text, at)) return at
  return -1
}

const QUESTION_MARK = 0x3f

function isAt(piece: string, text: string, at: number): boolean {
  if (at + piece.length > text.length) return false
  for (let i = 0; i < piece.length; i++) {
    const expected = piece.charCodeAt(i)
    if (expected !== QUESTION_MARK && expected !== text.charCodeAt(at + i)) return false
  }
  return true
}

/** Matches `owner/name`, or the name alone if the pattern has no slash. `*` stands for any characters but `/`, `?` for one. */
export function matchRepository(pattern: string): (repository: { owner: string; name: string }) => boolean {
  const parts = pattern.toLowerCase().split('/')
  return ({ owner, name }) => {
    const names = parts.length === 1 ? [name] : [owner, name]
    return (
      parts.length === names.length &&
      parts.every((part, i) => matchName(part, names[i]?.toLowerCase() ?? ''))
    )
  }
}
