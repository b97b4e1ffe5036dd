import { type FullPart, type Store, StoreFull, type Write } from './store.ts'

/** The same store, which calls `listener` with the writes of each commit after it has succeeded. */
export const onWrite = <S extends Store>(store: S, listener: (writes: readonly Write[]) => void): S => ({
  ...store,
  async commit(commit) {
    const done = await store.commit(commit)
    if (done && commit.set !== undefined) listener(commit.set)
    return done
  },
})

/** Whether the store has space for writes, as far as this process has tried. */
export interface Space {
  /** What had no space left for the last write; `null`: there was space. */
  fullPart(): FullPart | null
  /** Number of writes that were refused for that. */
  refusedWrites(): number
}

/** Tracks the space of a store by its commits. A server renews its presence every 20 s, so it notices freed space. */
export function trackSpace<S extends Store>(store: S): { readonly store: S; readonly space: Space } {
  let full: FullPart | null = null
  let refused = 0
  return {
    space: { fullPart: () => full, refusedWrites: () => refused },
    store: {
      ...store,
      async commit(commit) {
        try {
          const done = await store.commit(commit)
          full = null
          return done
        } catch (error) {
          full = error instanceof StoreFull ? error.part : null
          if (full !== null) refused += 1
          throw error
        }
      },
    },
  }
}
