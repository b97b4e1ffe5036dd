/**
 * Memoizes a parser, because keys and projects are read with each request and rarely change. The results are shared, so
 * callers must not modify them. `name`: of the record whose text it is, if there is one; comparing two texts costs less
 * than hashing one. `maxCount`: one more name clears the cache, and those in use are soon cached again.
 */
export function memoizeParse<T>(
  parse: (text: string, name: string) => T,
  maxCount = 500,
): (text: string, name?: string) => T {
  const parsed = new Map<string, { readonly text: string; readonly value: T }>()
  return (text, name = text) => {
    const before = parsed.get(name)
    if (before?.text === text) return before.value
    const value = parse(text, name)
    if (before === undefined && parsed.size >= maxCount) parsed.clear()
    parsed.set(name, { text, value })
    return value
  }
}
