import type { Store, Write } from './store.ts'

/** The same store, which calls `wrote` with the writes of each commit after it has succeeded. */
export const onWrite = <S extends Store>(store: S, wrote: (writes: readonly Write[]) => void): S => ({
  ...store,
  async commit(commit) {
    const done = await store.commit(commit)
    if (done && commit.set !== undefined) wrote(commit.set)
    return done
  },
})
