import { type Store, StoreFull } from './store.ts'

/** Whether the store has space for writes, as far as this process has tried. */
export interface Space {
  /** True: the last write was refused because no space is left. */
  isFull(): boolean
  /** Number of writes that were refused for that. */
  refusedWrites(): number
}

/** Tracks the space of a store by its commits. A server renews its presence every 20 s, so it notices freed space. */
export function trackSpace<S extends Store>(store: S): { readonly store: S; readonly space: Space } {
  let isFull = false
  let refused = 0
  return {
    space: { isFull: () => isFull, refusedWrites: () => refused },
    store: {
      ...store,
      async commit(commit) {
        try {
          const done = await store.commit(commit)
          isFull = false
          return done
        } catch (error) {
          isFull = error instanceof StoreFull
          if (isFull) refused += 1
          throw error
        }
      },
    },
  }
}
