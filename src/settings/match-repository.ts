/** Matches `owner/name`, or the name alone if the pattern has no slash. `*` stands for any characters but `/`, `?` for one. */
export function matchRepository(pattern: string): (repository: { owner: string; name: string }) => boolean {
  const parts = pattern.toLowerCase().split('/')
  return ({ owner, name }) => {
    const names = parts.length === 1 ? [name] : [owner, name]
    return parts.length === names.length && parts.every((part, i) => matches(part, names[i] ?? ''))
  }
}

/**
 * Not a regular expression: one with many `*` backtracks for hours, and patterns also come from settings files. If the
 * text after the last `*` does not match, only that `*` takes one character more, which is at most quadratic.
 */
function matches(pattern: string, name: string): boolean {
  const text = name.toLowerCase()
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
