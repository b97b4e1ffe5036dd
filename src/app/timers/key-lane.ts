import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import type { Lane } from './lane.ts'

export interface KeyLaneDeps {
  readonly store: Store
  /** Returns when to check again (epoch ms); `null`: never. */
  readonly checkKeyCreator: (key: {
    readonly accountId: number
    readonly id: string
  }) => Promise<number | null>
}

/** Checks keys that were made in the dashboard; the account of the key stands where other queues have the project. */
export const keyLane = ({ store, checkKeyCreator }: KeyLaneDeps): Lane => ({
  queue: keySpace.keyCreators(),
  concurrency: 4,
  // One server checks the keys of an account, one after the other, so that they share the answers of GitHub.
  concurrencyPerProject: 1,
  handlers: {
    key: async ({ project, id }, entry) => {
      const accountId = Number(project)
      const again = await checkKeyCreator({ accountId, id })
      const set = again === null ? [] : [{ key: keySpace.keyCreator(accountId, id, again), value: '' }]
      await store.commit({ del: [entry.key], set })
    },
  },
})
