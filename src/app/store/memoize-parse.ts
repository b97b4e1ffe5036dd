/**
 * Memoizes a parser, because keys and projects are read with each request and rarely change. The results are shared, so
 * callers must not modify them. `maxCount`: one more text clears the cache, and texts in use are soon cached again.
 */
export function memoizeParse<T>(parse: (text: string) => T, maxCount = 500): (text: string) => T {
  const parsed = new Map<string, T>()
  return (text) => {
    const before = parsed.get(text)
    if (before !== undefined) return before
    const value = parse(text)
    if (parsed.size >= maxCount) parsed.clear()
    parsed.set(text, value)
    return value
  }
}
