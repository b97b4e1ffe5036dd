import type { Store } from '../../src/app/store/store.ts'

/** The same store, and the number of its reads. */
export function countReads<S extends Store>(store: S): { readonly store: S; readonly reads: () => number } {
  let count = 0
  const counted: S = {
    ...store,
    get(key) {
      count++
      return store.get(key)
    },
    getMany(keys) {
      count++
      return store.getMany(keys)
    },
    list(range) {
      count++
      return store.list(range)
    },
  }
  return { store: counted, reads: () => count }
}
