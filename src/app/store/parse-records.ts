import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from './store.ts'

/**
 * The type of a stored record without unknown fields. The value still has them, so that they are written back, but no
 * code can rely on them.
 */
export type KnownFields<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

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

/** In UTF-16 units: other work has a turn of the event loop after so many of them are parsed. */
const PIECE = 64 * 1024

/** Reads records that may be long, `atOnce` of them together. `null`: none. */
export async function readInTurns<T>(
  store: Pick<Store, 'getMany'>,
  keys: readonly string[],
  atOnce: number,
  parse: (stored: string) => T,
): Promise<(T | null)[]> {
  const read: (T | null)[] = []
  let parsed = 0
  for (let start = 0; start < keys.length; start += atOnce) {
    for (const stored of await store.getMany(keys.slice(start, start + atOnce))) {
      parsed += stored?.length ?? 0
      if (parsed > PIECE) {
        parsed = stored?.length ?? 0
        await nextTurn()
      }
      read.push(stored === undefined ? null : parse(stored))
    }
  }
  return read
}
