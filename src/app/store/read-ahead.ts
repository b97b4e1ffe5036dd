import { loopIteration } from './loop-iteration.ts'
import type { Store } from './store.ts'

/**
 * What a request will need, read together with its API key: a read of its own would be one more round trip to a database
 * on the network.
 */
export interface ReadAhead {
  /** The iteration of the event loop in which it was read. Later, it is not used. */
  readonly iteration: object
  readonly values: Map<string, string | undefined>
}

/** `values`: in the order of the keys, read just now. */
export const readAhead = (keys: readonly string[], values: readonly (string | undefined)[]): ReadAhead => ({
  iteration: loopIteration(),
  values: new Map(keys.map((key, index) => [key, values[index]])),
})

/** The same store, which answers the first read of each of these keys by what was read ahead. */
export function withReadAhead(store: Store, ahead: ReadAhead | undefined): Store {
  if (ahead === undefined || ahead.values.size === 0 || ahead.iteration !== loopIteration()) return store
  const { values } = ahead
  const take = (key: string): string | undefined => {
    const value = values.get(key)
    values.delete(key)
    return value
  }
  return {
    ...store,
    get: async (key) => (values.has(key) ? take(key) : store.get(key)),
    async getMany(keys) {
      const known = new Map<string, string | undefined>()
      for (const key of keys) if (values.has(key)) known.set(key, take(key))
      const missing = keys.filter((key) => !known.has(key))
      const read = missing.length === 0 ? [] : await store.getMany(missing)
      missing.forEach((key, index) => {
        known.set(key, read[index])
      })
      return keys.map((key) => known.get(key))
    },
  }
}
