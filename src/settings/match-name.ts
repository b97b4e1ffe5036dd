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

/** Most steps of `matchName`, in comparisons of characters. */
export const stepsOfName = (pattern: string, text: string): number =>
  pattern.includes('*') ? pattern.length * text.length : 1

/**
 * Not a regular expression: one with many `*` backtracks for hours, and patterns also come from settings files. If the
 * text after the last `*` does not match, only that `*` takes one character more, which is at most quadratic.
 */
export function matchName(pattern: string, text: string): boolean {
  let at = 0
  let star: { readonly next: number; from: number } | null = null
  for (let i = 0; i < text.length; ) {
    const expected = pattern[at]
    if (expected === '*') {
      at += 1
      star = { next: at, from: i }
    } else if (expected === '?' || expected === text[i]) {
      at += 1
      i += 1
    } else if (star !== null) {
      star.from += 1
      i = star.from
      at = star.next
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
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
