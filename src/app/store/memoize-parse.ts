/** One more text clears the cache. Texts in use are soon cached again. */
const MAX_COUNT = 500

/**
 * Memoizes a parser, because keys and projects are read with each request and rarely change. The results are shared, so
 * callers must not modify them.
 */
export function memoizeParse<T>(parse: (text: string) => T): (text: string) => T {
  const parsed = new Map<string, T>()
  return (text) => {
    const before = parsed.get(text)
    if (before !== undefined) return before
    const value = parse(text)
    if (parsed.size >= MAX_COUNT) parsed.clear()
    parsed.set(text, value)
    return value
  }
}
