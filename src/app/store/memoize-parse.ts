/** Texts remembered; with another one it begins anew. What is in use is soon there again. */
const MOST = 500

/**
 * The same parser, which takes what it made of exactly this text before: a key and a project are read for each request
 * and seldom change. What it answers is shared, so it is not to be changed.
 */
export function memoizeParse<T>(parse: (text: string) => T): (text: string) => T {
  const parsed = new Map<string, T>()
  return (text) => {
    const before = parsed.get(text)
    if (before !== undefined) return before
    const value = parse(text)
    if (parsed.size >= MOST) parsed.clear()
    parsed.set(text, value)
    return value
  }
}
