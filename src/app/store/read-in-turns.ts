import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from './store.ts'

/** In UTF-16 units: other work has a turn of the event loop after so many of them are parsed. */
const PIECE = 64 * 1024

/** Reads records that may be long, `atOnce` of them together. `null`: there is none. */
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
