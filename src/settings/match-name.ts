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
