import type { Store } from '../../../src/app/store/store.ts'

/** The store, in which somebody else changes something just before the commit with this number. */
export function changedBeforeCommit(store: Store, number: number, change: () => Promise<unknown>): Store {
  let count = 0
  return {
    ...store,
    async commit(commit) {
      count += 1
      if (count === number) await change()
      return store.commit(commit)
    },
  }
}
