/** One more text empties the memory; what is in use is soon back. */
const MAX_COUNT = 500

/**
 * The same parser with a memory of its results: keys and projects are read with each request and rarely change. The
 * results are shared, so callers must not modify them.
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
